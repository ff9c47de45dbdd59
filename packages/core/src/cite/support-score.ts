/**
 * How well sentences carry a statement that somebody worded anew, from its words alone.
 *
 * The score is the share of the statement's words, weighted by rarity, that the few best sentences hold. Faults are words
 * that refute: a number, identifier or name that does not stand there, a negation added or left out, an opposite.
 */
import { judge, sentenceOf, type Fault } from './support/judge.ts';
import { readWords } from './support/read-words.ts';

/** `score` 0 to 1; any fault refuses the statement whatever its score. `rarity` takes search tokens, as `tokenize` gives them. */
export function supportScore(
  claim: string,
  evidence: readonly string[],
  rarity?: (token: string) => number,
): { readonly score: number; readonly faults: readonly Fault[] } {
  const sentences = evidence.map((sentence) => sentenceOf(readWords(sentence)));
  const { score, faults } = judge(readWords(claim), sentences, new Set(), rarity);
  return { score, faults };
}
