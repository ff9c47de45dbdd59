/** Endings with different spellings in British and American English. */
const PAIRS = (
  'isation/ization isations/izations ise/ize ised/ized ises/izes ising/izing iser/izer yse/yze ysed/yzed ysing/yzing our/or ours/ors ' +
  'oured/ored ouring/oring tre/ter ogue/og lled/led lling/ling ence/ense'
)
  .split(' ')
  .map((pair) => pair.split('/') as [british: string, american: string]);

/** Returns the word with its ending in the other spelling, once for each ending that matches. */
export function spellingVariants(word: string): readonly string[] {
  return PAIRS.flatMap(([british, american]) => [
    ...(word.endsWith(british) ? [word.slice(0, -british.length) + american] : []),
    ...(word.endsWith(american) ? [word.slice(0, -american.length) + british] : []),
  ]);
}
