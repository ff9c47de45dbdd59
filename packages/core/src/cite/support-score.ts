/**
 * How well sentences carry a statement that somebody worded anew, from its words alone: no model is asked.
 *
 * The score ranks statements; see `support/score-measures.ts` for what it is made of. Faults are words that refute, and refuse
 * whatever the score: an unknown number, identifier, name or rare word, a negation or an opposite, more said of how many or
 * what must be, and words that the evidence ties to something else.
 */
import { readEvidence } from './support/evidence.ts';
import type { Fault } from './support/fault.ts';
import { isSupported } from './support/is-supported.ts';
import { judge } from './support/judge.ts';
import { readWords } from './support/read-words.ts';
import { scoreMeasures } from './support/score-measures.ts';

export interface SupportScore {
  /** 0 to 1. */
  readonly score: number;
  readonly faults: readonly Fault[];
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
  const { measures, faults } = judgement;
  return { score: scoreMeasures(measures), faults, supported: isSupported(words, read, judgement, NONE) };
}
