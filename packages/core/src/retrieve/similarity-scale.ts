import type { Calibration } from '../types/calibration.ts';
import type { Candidate, LegQuery, LegResult } from '../types/store.ts';
import { BM25F } from './bm25f.ts';
import { calibrate } from './calibrate.ts';

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
