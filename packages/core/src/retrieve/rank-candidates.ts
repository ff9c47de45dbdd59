import type { Candidate, LegResult } from '../types/store.ts';
import { byLeg, fuse, type FusedCandidate } from './fuse.ts';
import { holds } from '../chunk/read-chunk.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';

/** Most similar first, ties by id. */
export function bySimilarity<T extends { readonly similarity: number }>(
  idOf: (one: T) => string,
): (a: T, b: T) => number {
  return (a, b) => b.similarity - a.similarity || (idOf(a) < idOf(b) ? -1 : 1);
}

/** The ranked candidates of one search. */
export interface Ranking {
  /** First candidates that are similar enough, and that are not; best first. */
  readonly similar: readonly Scored[];
  readonly dropped: readonly Scored[];
  /** Number of candidates ranked, and number of those not similar enough. */
  readonly count: number;
  readonly droppedCount: number;
  /** Highest similarity of the dropped candidates; 0 if there are none. */
  readonly droppedBest: number;
}

interface Kept {
  readonly minSimilarity: number;
  readonly keep: number;
  /** True to keep the most similar candidates instead of the best ranked. */
  readonly mostSimilar: boolean;
}

/**
 * Ranks all candidates and keeps the first `keep` of each list. A search returns several hundred candidates but needs only a few: the
 * others would waste memory while the texts of these are fetched, often in a queue with other questions.
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

/** A fused candidate with its similarity, before its text is read. */
export interface Scored extends FusedCandidate {
  /** As `Hit.similarity`. */
  readonly similarity: number;
}

/** Converts a candidate to a hit with its trace. `terms` are the tokens of the question. */
export function toHit(
  {
    candidate,
    shares,
    score,
    section,
    similarity,
    chunk,
  }: Scored & { readonly chunk: Chunk; readonly section: number },
  terms: readonly string[],
): Hit {
  return {
    chunk,
    score,
    similarity,
    trace: {
      ...byLeg((leg) => ({ raw: candidate[leg], share: shares[leg] })),
      section,
      matched: terms.filter((term) => holds(chunk, term)),
    },
  };
}
