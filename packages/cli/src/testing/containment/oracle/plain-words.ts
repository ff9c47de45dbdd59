/** Grammar, and words that say nothing of the world. Quantities, duties and negations are not among them. */
const GRAMMAR = new Set(
  `a an the this that these those it its itself they them their there here he she his her him we us our you your i me my
who whom whose which what when where why how and or nor but so as if then than though although because since while
of in on at by for from to with into onto over under between among through during about against upon within up down out off
is are was were be been being am do does did done has have had having will would can could may might shall should
also too very even still again ever such same other another some any each both one ones own let now hence example`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);

const SPELLED = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const IRREGULAR: readonly (readonly string[])[] =
  `write writes wrote written|run runs ran running|begin begins began begun|send sends sent|give gives gave given
take takes took taken|make makes made|hold holds held|keep keeps kept|find finds found|show shows showed shown|say says said|build builds built
child children|person people|man men|woman women|index indices indexes|vertex vertices|datum data|know knew known|go goes went gone|get gets got gotten
become becomes became|mean means meant|read reads|set sets setting|stop stops stopped|choose chose chosen|break broke broken|buy bought|pay paid|lose lost|only just
answer answers reply replies response responses`
    .split(/[|\n]/u)
    .map((group) => group.trim().split(' '));

const ENDINGS = [
  's',
  'es',
  'ed',
  'd',
  'ing',
  'ly',
  'er',
  'ers',
  'or',
  'ion',
  'ions',
  'ation',
  'ations',
  'ment',
  'ments',
  'al',
  'able',
];

/** Words and numbers of a text in order, lower case; marks, addresses and code fall into their words. */
export function plainWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replaceAll('\u2019', "'");
  return (plain.match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []).map((word) =>
    /^\p{N}/u.test(word) ? word.replaceAll(',', '') : word.replace(/'s$/u, ''),
  );
}

export const isGrammar = (word: string): boolean => GRAMMAR.has(word);

export const isNumber = (word: string): boolean => /^\p{N}/u.test(word);

/** Whether two words are forms of one: the same, an irregular pair, or the same but for an English ending. */
export function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  if (isNumber(left) || isNumber(right)) return SPELLED[Number(left)] === right || SPELLED[Number(right)] === left;
  if (IRREGULAR.some((group) => group.includes(left) && group.includes(right))) return true;
  const roots = rootsOf(left);
  return [...rootsOf(right)].some((root) => roots.has(root));
}

function rootsOf(word: string): ReadonlySet<string> {
  const roots = new Set([word]);
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const root = word.slice(0, -ending.length);
    roots.add(root).add(`${root}e`);
    if (/(.)\1$/u.test(root)) roots.add(root.slice(0, -1));
    if (root.endsWith('i')) roots.add(`${root.slice(0, -1)}y`);
  }
  return roots;
}
