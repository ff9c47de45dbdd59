import type { Judgement } from './judge.ts';
import { scoreMeasures } from './score-measures.ts';

/** The operating point: `docs/decisions/2026-11-22-when-a-sentence-is-supported.md` says what it lets through. */
const LEAST_SCORE = 0.4;
const LEAST_COVERAGE = 0.7;
const LEAST_WEAKEST = 0.4;

/** Whether a judgement lets its claim pass: nothing refutes it, and enough of it stands together in the evidence. */
export function isCarried({ measures, faults, chosen }: Judgement): boolean {
  if (faults.length > 0 || chosen.length === 0) return false;
  const { coverage, weakest } = measures;
  return coverage >= LEAST_COVERAGE && weakest >= LEAST_WEAKEST && scoreMeasures(measures) >= LEAST_SCORE;
}
