import type { Candidate, LegResult } from '../types/store.ts';
import { fuse, type FusedCandidate } from './fuse.ts';
import { readChunk } from '../chunk/read-chunk.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';

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

/** A fused candidate with the similarity it has, before its text is read. */
export interface Scored extends FusedCandidate {
  /** As `Hit.similarity`. */
  readonly similarity: number;
}

/** The hit with the reasons for its place. `terms` are the tokens of the question. */
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
  const { body, path } = readChunk(chunk);
  const matched = terms.filter((term) => body.has(term) || path.has(term));
  return {
    chunk,
    score,
    similarity,
    trace: {
      text: { raw: candidate.text, share: shares.text },
      vector: { raw: candidate.vector, share: shares.vector },
      page: { raw: candidate.page, share: shares.page },
      pageText: { raw: candidate.pageText, share: shares.pageText },
      section,
      matched,
    },
  };
}
