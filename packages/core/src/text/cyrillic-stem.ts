/** Endings of words of the East Slavic languages, in the folded form in which й is и. */
const INFLECTION =
  /(?:[иья]?ями|ами|[иья]?ях|ах|[иья]?ям|ам|[иья]?ем|ом|[ыи]ми|[ое]го|[ое]му|[ео]в|[еиоы]и|[ая]я|[оеыи]е|[ую]ю|[ыи][хм]|[аяе]?(?:ет|ют|ем|ете|ешь)|[иую]т|[ая]т|ите|ишь|[аяиеу](?:ть|л|ла|ло|ли)|и[яюие]|[аяоеиыуюь])$/u;
const DERIVATION = /(?:ировани|овани|иров|ени|ани|ост|[иы]ва|[ео]н|[аяи])$/u;
const SHORTEST = 3;
const EAST_SLAVIC = /^[\u0430-\u045f]+$/u;

/**
 * Stem of a folded lower-case word in Cyrillic letters; words in other scripts stay as they are. A light stemmer as L. Dolamic and J. Savoy,
 * "Indexing and searching strategies for the Russian language" (2009), describe them, for the endings of verbs, too.
 */
export function cyrillicStem(word: string): string {
  if (!EAST_SLAVIC.test(word)) return word;
  const active = without(/с[яь]$/u, word, SHORTEST + 3);
  return without(DERIVATION, without(INFLECTION, active, SHORTEST), SHORTEST + 1);
}

function without(ending: RegExp, word: string, shortest: number): string {
  const stem = word.replace(ending, '');
  return stem.length >= shortest ? stem : word;
}
