import type { Calibration } from '../types/embedder.ts';
import type { Candidate, LegQuery, LegResult } from '../types/store.ts';
import { BM25F } from './bm25f.ts';

/**
 * Returns the function that computes `Hit.similarity` for one query, 0 to 1: the clamped cosine, or the calibrated likeness if the
 * embedder has a calibration. It depends on question and passage (and on the whole index through idf and mean lengths), not on other
 * candidates, limits or filters.
 */
export function similarityScale(
  calibration: Calibration | undefined,
  terms: LegQuery['terms'],
  { idf }: Pick<LegResult, 'idf'>,
): (candidate: Pick<Candidate, 'similarity' | 'text'>) => number {
  if (calibration === undefined) return cosine;
  if (calibration.likeness === 'cosine') return (candidate) => calibrate(cosine(candidate), calibration);
  // Upper bound of BM25F: the score of a passage that repeats each word of the question without end.
  const highest = terms.reduce((sum, { count }, i) => sum + count * (idf[i] ?? 0) * (BM25F.k1 + 1), 0);
  return (candidate) => {
    const words = highest > 0 ? Math.min(1, candidate.text / highest) : 0;
    return calibrate(Math.sqrt(cosine(candidate) * words), calibration);
  };
}

function cosine({ similarity }: Pick<Candidate, 'similarity'>): number {
  return Math.min(1, Math.max(0, similarity));
}

/** Similarities are shown and compared with 6 decimals, so that a reader sees the same value that a threshold used. */
const STEPS = 1e6;

/**
 * Converts likeness to similarity, both 0 to 1, with a logistic curve over the odds of likeness:
 *
 *     similarity = 1 / (1 + (odds(midpoint) / odds(likeness)) ^ slope)      odds(x) = x / (1 − x)
 *
 * Rounded to 6 decimals. Similarity never falls as likeness rises. 0 stays 0 (as do lower values and NaN), 1 stays 1, and the midpoint
 * gives 0.5. Uses only sums, products and quotients of doubles, so the result is the same on every machine.
 */
export function calibrate(likeness: number, { midpoint, slope }: Pick<Calibration, 'midpoint' | 'slope'>): number {
  if (!(likeness > 0)) return 0;
  if (likeness >= 1) return 1;
  const odds = ((1 - likeness) / likeness) * (midpoint / (1 - midpoint));
  let power = 1;
  for (let factor = 0; factor < slope; factor++) power *= odds;
  return Math.round(STEPS / (1 + power)) / STEPS;
}
