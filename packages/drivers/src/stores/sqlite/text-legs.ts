import type { LegRange } from '@ibid/core';
import { bestScores } from './best-scores.ts';
import type { Allowed } from './filter-slots.ts';
import type { Generation, Postings } from './generation.ts';
import { ranked, type Leg } from './leg.ts';

export interface TextScores {
  readonly scores: Float64Array;
  /** Items that hold a term. */
  readonly touched: readonly number[];
  readonly idf: readonly number[];
}

/** Sums the postings of the terms into one score an item. `total` is the N of idf. */
export function addPostings(
  { starts, items, impacts }: Postings,
  terms: readonly { readonly id: number | undefined; readonly count: number }[],
  size: number,
  total: number,
): TextScores {
  const scores = new Float64Array(size);
  const touched: number[] = [];
  const idf = terms.map(({ id = starts.length, count }) => {
    const from = starts[id] ?? 0;
    const to = starts[id + 1] ?? from;
    const rarity = Math.log(1 + (total - (to - from) + 0.5) / (to - from + 0.5));
    const weight = count * rarity;
    for (let at = 2 * from; at < 2 * to; at += 2) {
      const item = items[at]!;
      if (scores[item] === 0) touched.push(item);
      scores[item] = scores[item]! + weight * impacts[at + 1]!;
    }
    return rarity;
  });
  return { scores, touched, idf };
}

export function textLeg(
  { rank }: Generation,
  { mask, passages }: Allowed,
  limit: number,
  { scores, touched }: TextScores,
): Leg {
  const heap = bestScores(limit);
  for (const slot of touched) if (mask[slot] === 1) heap.offer(scores[slot]!);
  const threshold = heap.threshold();
  const found = touched
    .filter((slot) => mask[slot] === 1 && scores[slot]! >= threshold)
    .map((item) => ({ item, score: scores[item]! }));
  const best = ranked(found, rank).slice(0, limit);
  // Passages without any of the terms have the score 0 and take the places that are left, but are no candidates.
  const full = best.length === Math.min(limit, passages);
  return { best, range: { hi: best[0]?.score ?? 0, lo: full ? (best.at(-1)?.score ?? 0) : 0 } };
}

/** Each page takes as many places as it has passages that pass the filter. */
export function pageTextRange({ counts, passages }: Allowed, limit: number, { scores, touched }: TextScores): LegRange {
  const found = touched.filter((page) => counts[page]! > 0);
  const heap = bestScores(limit);
  for (const page of found) heap.offer(scores[page]!);
  const threshold = heap.threshold();
  const best = found.filter((page) => scores[page]! >= threshold).sort((a, b) => scores[b]! - scores[a]!);
  const places = Math.min(limit, passages);
  let taken = 0;
  for (const page of best) {
    taken += counts[page]!;
    if (taken >= places) return { hi: scores[best[0]!]!, lo: scores[page]! };
  }
  return { hi: best[0] === undefined ? 0 : scores[best[0]]!, lo: 0 };
}
