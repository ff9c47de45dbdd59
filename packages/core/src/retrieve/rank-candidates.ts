import type { Candidate, LegResult } from '../types/store.ts';
import { fuse } from './fuse.ts';
import type { Scored } from './to-hit.ts';

/** Most similar first, ties by id. */
export function bySimilarity<T extends { readonly similarity: number }>(
  idOf: (one: T) => string,
): (a: T, b: T) => number {
  return (a, b) => b.similarity - a.similarity || (idOf(a) < idOf(b) ? -1 : 1);
}

/** What becomes of the candidates of one search. */
export interface Ranking {
  /** The first of those similar enough, and of those that are not; best first. */
  readonly similar: readonly Scored[];
  readonly dropped: readonly Scored[];
  /** How many were ranked, and how many of them are not similar enough. */
  readonly count: number;
  readonly droppedCount: number;
  /** The highest similarity among those; 0 where there are none. */
  readonly droppedBest: number;
}

interface Kept {
  readonly minSimilarity: number;
  readonly keep: number;
  /** The first are the most similar instead of the best. */
  readonly mostSimilar: boolean;
}

/**
 * Ranks all candidates and keeps the first `keep` of either list. A search offers some hundred candidates, and hits come of a few: the rest
 * would only weigh on memory while the texts of those few are waited for, in line with those of many other questions.
 */
export function rankCandidates(
  result: LegResult,
  similarityOf: (candidate: Candidate) => number,
  { minSimilarity, keep, mostSimilar }: Kept,
): Ranking {
  const ranked = fuse(result);
  const similar: Scored[] = [];
  const dropped: Scored[] = [];
  let droppedCount = 0;
  let droppedBest = 0;
  for (const fused of ranked) {
    const similarity = similarityOf(fused.candidate);
    const isSimilar = similarity >= minSimilarity;
    const list = isSimilar ? similar : dropped;
    if (list.length < keep || (isSimilar && mostSimilar)) list.push({ ...fused, similarity });
    if (isSimilar) continue;
    droppedCount++;
    droppedBest = Math.max(droppedBest, similarity);
  }
  if (mostSimilar) similar.sort(bySimilarity(({ candidate }) => candidate.id)).splice(keep);
  return { similar, dropped, count: ranked.length, droppedCount, droppedBest };
}
