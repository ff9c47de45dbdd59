/**
 * One number from what was measured of a statement.
 *
 *     score = logistic(−3 + 2.5 · coverage + coverage · nearness + 2 · coverage · verbatim − 1.5 · ln(1 + missing))
 *
 * Fitted by logistic regression on the 349 claims of WiCE (development part), against whole pages and against chunks, and with a
 * quarter of their weight on the 714 sentences of QAGS (CNN/DM), each set with its own constant; then rounded. Nearness and verbatim
 * runs count as far as the words are there at all. The logarithm says that the first unknown name or number tells most.
 * Weights of either half of the data rank the other half as well as these do.
 */
import type { Measures } from './measures.ts';

const BASE = -3;
const COVERAGE = 2.5;
const NEARNESS = 1;
const VERBATIM = 2;
const MISSING = -1.5;

/** From 0 to 1; orders statements by how surely their evidence carries them. */
export function scoreMeasures({ coverage, missing, nearness, verbatim }: Measures): number {
  const found = coverage * (COVERAGE + NEARNESS * nearness + VERBATIM * verbatim);
  return 1 / (1 + Math.exp(-(BASE + found + MISSING * Math.log1p(missing))));
}
