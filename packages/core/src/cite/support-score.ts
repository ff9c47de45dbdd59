/**
 * How well sentences carry a statement that somebody worded anew, from its words alone: no model is asked.
 *
 * The score ranks statements; see `measures.ts` for what it is made of. Mismatches are words that refute, and refuse
 * whatever the score: an unknown number, identifier, name or rare word, a negation or an opposite, more said of how many or
 * what must be, and words that the evidence ties to something else.
 */
import { splitSentences } from '../text/split-sentences.ts';
import { readEvidence } from './evidence.ts';
import { type Mismatch, isSupported, judge } from './judge.ts';
import { scoreMeasures } from './measures.ts';
import { readWords } from './words.ts';

export interface SupportScore {
  /** 0 to 1. */
  readonly score: number;
  readonly mismatches: readonly Mismatch[];
  /** Whether nothing refutes it and enough of it stands together: the operating point of `findSupport`, which also looks at form. */
  readonly supported: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** Scores a claim against sentences of evidence, which may be many; it finds the few that matter. `rarity` takes search tokens, as `tokenize` gives them. */
export function supportScore(
  claim: string,
  evidence: readonly string[],
  rarity?: (token: string) => number,
): SupportScore {
  const words = readWords(claim);
  const read = readEvidence(evidence);
  const judgement = judge(words, read, () => NONE, rarity);
  const { measures, mismatches } = judgement;
  return { score: scoreMeasures(measures), mismatches, supported: isSupported(words, read, judgement, NONE) };
}

/** Whether quoted text carries a statement: one of the quotes is the statement, or nothing in them refutes it and enough of it stands there. */
export function supports(statement: string, quotes: readonly string[]): boolean {
  const said = statement.trim();
  if (said === '') return false;
  if (quotes.some((quote) => quote.trim() === said)) return true;
  const sentences = quotes.flatMap((quote) => splitSentences(quote).map(({ start, end }) => quote.slice(start, end)));
  return supportScore(said, sentences).supported;
}
