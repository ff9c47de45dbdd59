import type { Calibration } from '../types/calibration.ts';
import type { Candidate, LegQuery, LegResult } from '../types/store.ts';
import { BM25F } from './bm25f.ts';

/**
 * `Hit.similarity` of the passages found for one query, 0 to 1: the clamped cosine, or the calibrated likeness where the embedder declares
 * how. A function of question and passage (and of the whole index through idf and mean lengths): no other candidate, no limit and no
 * filter changes it.
 */
export function similarityScale(
  calibration: Calibration | undefined,
  terms: LegQuery['terms'],
  { idf }: Pick<LegResult, 'idf'>,
): (candidate: Pick<Candidate, 'similarity' | 'text'>) => number {
  if (calibration === undefined) return cosine;
  if (calibration.likeness === 'cosine') return (candidate) => calibrate(cosine(candidate), calibration);
  // What a passage would earn that holds each word of the question again and again.
  const highest = terms.reduce((sum, { count }, i) => sum + count * (idf[i] ?? 0) * (BM25F.k1 + 1), 0);
  return (candidate) => {
    const words = highest > 0 ? Math.min(1, candidate.text / highest) : 0;
    return calibrate(Math.sqrt(cosine(candidate) * words), calibration);
  };
}

function cosine({ similarity }: Pick<Candidate, 'similarity'>): number {
  return Math.min(1, Math.max(0, similarity));
}

/** Shown and compared with so many decimals, so that what a reader sees is what a threshold judged. */
const STEPS = 1e6;

/**
 * Likeness → similarity, both 0 to 1: a logistic curve over the odds of likeness,
 *
 *     similarity = 1 / (1 + (odds(midpoint) / odds(likeness)) ^ slope)      odds(x) = x / (1 − x)
 *
 * rounded to 6 decimals. Never falls as likeness rises; 0 stays 0 (as does anything below, and what is no number), 1 stays 1, the midpoint
 * gives 0.5. Only sums, products and quotients of doubles: equal input gives equal bytes on every machine.
 */
export function calibrate(likeness: number, { midpoint, slope }: Pick<Calibration, 'midpoint' | 'slope'>): number {
  if (!(likeness > 0)) return 0;
  if (likeness >= 1) return 1;
  const odds = ((1 - likeness) / likeness) * (midpoint / (1 - midpoint));
  let power = 1;
  for (let factor = 0; factor < slope; factor++) power *= odds;
  return Math.round(STEPS / (1 + power)) / STEPS;
}
