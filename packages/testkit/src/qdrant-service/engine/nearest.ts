import type { StoredPoint, StoredSparse, StoredVector } from './stored-point.ts';

export interface Scored {
  readonly point: StoredPoint;
  /** A 32-bit float. */
  readonly score: number;
}

export interface NearestOptions {
  readonly using: string;
  /** Sparse: already weighted with idf. */
  readonly vector: StoredVector;
  readonly passes: (point: StoredPoint) => boolean;
  readonly count: number;
  /** Only what scores more than so much. */
  readonly threshold: number | undefined;
  /** Rank among equal scores, lower first. */
  readonly tie: (point: StoredPoint) => number;
}

interface Ranked extends Scored {
  readonly tie: number;
}

/** The best `count` of all points that have the vector, best first; for sparse vectors, that share an index with it. */
export function nearest(points: Iterable<StoredPoint>, options: NearestOptions): readonly Scored[] {
  const { using, vector, passes, count, threshold, tie } = options;
  const best: Ranked[] = [];
  const score = vector instanceof Float32Array ? denseScore(vector) : sparseScore(vector);
  for (const point of points) {
    const stored = point.vectors.get(using);
    if (stored === undefined || !passes(point)) continue;
    const reached = score(stored);
    if (reached === undefined || (threshold !== undefined && reached <= threshold)) continue;
    const last = best.length === count ? best[count - 1] : undefined;
    if (last !== undefined && reached < last.score) continue;
    const ranked = { point, score: reached, tie: tie(point) };
    if (last !== undefined && !isBefore(ranked, last)) continue;
    if (last !== undefined) best.pop();
    best.splice(placeOf(best, ranked), 0, ranked);
  }
  return best;
}

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.score > b.score || (a.score === b.score && a.tie < b.tie);
}

function placeOf(best: readonly Ranked[], ranked: Ranked): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(ranked, best[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function denseScore(query: Float32Array): (stored: StoredVector) => number | undefined {
  const size = query.length;
  return (stored) => {
    const vector = stored as Float32Array;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    let at = 0;
    for (; at + 3 < size; at += 4) {
      first += query[at]! * vector[at]!;
      second += query[at + 1]! * vector[at + 1]!;
      third += query[at + 2]! * vector[at + 2]!;
      fourth += query[at + 3]! * vector[at + 3]!;
    }
    for (; at < size; at++) first += query[at]! * vector[at]!;
    return Math.fround(first + second + third + fourth);
  };
}

function sparseScore(query: StoredSparse): (stored: StoredVector) => number | undefined {
  const size = query.indices.length;
  return (stored) => {
    const { indices, values } = stored as StoredSparse;
    let sum: number | undefined;
    let from = 0;
    for (let at = 0; at < size; at++) {
      const wanted = query.indices[at]!;
      let low = from;
      let high = indices.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (indices[middle]! < wanted) low = middle + 1;
        else high = middle;
      }
      from = low;
      if (low === indices.length) break;
      if (indices[low] === wanted) sum = Math.fround((sum ?? 0) + Math.fround(query.values[at]! * values[low]!));
    }
    return sum;
  };
}
