/**
 * How well sentences carry a statement that somebody worded anew, from its words alone: no model is asked.
 *
 * The score is a logistic function of four measures (see `measures.ts`), which ranks statements. Faults are words that refute,
 * and refuse whatever the score: an unknown number, identifier, name or rare word, a negation or an opposite, more said of how
 * many or what must be, and words that the evidence ties to something else.
 */
import { readEvidence } from './support/evidence.ts';
import type { Fault } from './support/fault.ts';
import { judge } from './support/judge.ts';
import { readWords } from './support/read-words.ts';
import { scoreMeasures } from './support/score-measures.ts';

export interface SupportScore {
  /** 0 to 1. */
  readonly score: number;
  readonly faults: readonly Fault[];
}

const NONE: ReadonlySet<string> = new Set();

/** Scores a claim against sentences of evidence, which may be many; it finds the few that matter. */
export function supportScore(claim: string, evidence: readonly string[]): SupportScore {
  const { measures, faults } = judge(readWords(claim), readEvidence(evidence), () => NONE);
  return { score: scoreMeasures(measures), faults };
}
