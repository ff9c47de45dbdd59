/**
 * The vector and the page leg. A scan over int8 rows keeps every row that its error bound does not rule out, and those are scored
 * exactly: the result is that of an exact scan, ties included, at a fraction of its cost.
 */
import type { LegQuery } from '@ibid/core';
import { bestPlaces, type BestPlaces } from './best-places.ts';
import { bestScores } from './best-scores.ts';
import { QUERY_LARGEST } from './dot-kernel.ts';
import type { Allowed } from './filter-slots.ts';
import type { Generation, LoadedPage, QuantisedRows } from './generation.ts';
import { ranked, rangeOf, type Leg, type Scored } from './leg.ts';

/** Covers the rounding of sums in double precision. */
const SLACK = 1e-6;

export function vectorLeg(
  generation: Generation,
  allowed: Allowed,
  { vector, limit }: LegQuery,
  exact: ExactScores,
): Leg {
  const { passageRows, rank } = generation;
  for (const [from, to] of scan(passageRows, vector!, allowed.runs)) passageRows.dots.run(from, to);
  const slots = possible(passageRows, vector!, bestScores(limit), allowed.runs);
  const best = ranked(
    slots.map((item) => ({ item, score: exact.vector(item) })),
    rank,
  ).slice(0, limit);
  return { best, range: rangeOf(best) };
}

/** Counts passages: those of a page tie and take their places in order of chunk id. */
export function pageLeg(
  generation: Generation,
  { mask, counts, pageRuns }: Allowed,
  { vector, limit }: LegQuery,
  exact: ExactScores,
): Leg {
  const { pageRows, rank, starts } = generation;
  for (const [from, to] of scan(pageRows, vector!, pageRuns)) pageRows.dots.run(from, to);
  const found = possible(pageRows, vector!, bestPlaces(limit, counts), pageRuns)
    .map((page) => ({ page, score: exact.page(page) }))
    .sort((a, b) => b.score - a.score);
  const best: Scored[] = [];
  for (let i = 0; i < found.length && best.length < limit;) {
    const { score } = found[i]!;
    const tied: Scored[] = [];
    for (; found[i]?.score === score; i++) {
      const { page } = found[i]!;
      for (let slot = starts[page]!; slot < starts[page + 1]!; slot++)
        if (mask[slot] === 1) tied.push({ item: slot, score });
    }
    best.push(...ranked(tied, rank).slice(0, limit - best.length));
  }
  return { best, range: rangeOf(best) };
}

/** Puts the query into the kernel and passes the runs on. */
function scan(
  { dots }: QuantisedRows,
  vector: Float32Array,
  runs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const scale = queryScale(vector);
  for (let i = 0; i < vector.length; i++) dots.query[i] = scale === 0 ? 0 : Math.round(vector[i]! / scale);
  return runs;
}

function queryScale(vector: Float32Array): number {
  return vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / QUERY_LARGEST;
}

/** Rows that may be among the best: whose upper bound reaches the last of the best lower bounds, which `lowest` keeps. */
function possible(
  { dots, scales, errors }: QuantisedRows,
  vector: Float32Array,
  lowest: BestPlaces,
  runs: readonly (readonly [number, number])[],
): number[] {
  const scale = queryScale(vector);
  let lost = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    lost += (vector[i]! - scale * dots.query[i]!) ** 2;
    square += vector[i]! ** 2;
  }
  // |q·c − q̂·ĉ| ≤ |q|·|c − ĉ| + |q − q̂|·|ĉ|, and |ĉ| ≤ 127 · scale · √dimensions.
  const length = Math.sqrt(square);
  const lostPerScale = Math.sqrt(lost) * 127 * Math.sqrt(vector.length);
  const { results } = dots;
  for (const [from, to] of runs) {
    for (let row = from; row < to; row++) {
      lowest.offer(scale * scales[row]! * results[row]! - length * errors[row]! - lostPerScale * scales[row]!, row);
    }
  }
  const threshold = lowest.threshold() - SLACK;
  const rows: number[] = [];
  for (const [from, to] of runs) {
    for (let row = from; row < to; row++) {
      const upper = scale * scales[row]! * results[row]! + length * errors[row]! + lostPerScale * scales[row]!;
      if (upper >= threshold) rows.push(row);
    }
  }
  return rows;
}

export interface ExactScores {
  similarity(slot: number): number;
  vector(slot: number): number;
  page(page: number): number;
}

export function exactScores(
  { pages, pageOf, starts, pageLengths }: Generation,
  query: Float32Array,
  headingWeight: number,
): ExactScores {
  const dot = ({ vectors: { scales, values } }: LoadedPage, row: number): number => {
    let sum = 0;
    for (let i = 0, at = row * query.length; i < query.length; i++, at++) sum += query[i]! * values[at]!;
    return scales[row]! * sum;
  };
  const similarity = (slot: number): number => {
    const page = pageOf[slot]!;
    return dot(pages[page]!, slot - starts[page]!);
  };
  const known = new Map<number, number>();
  return {
    similarity,
    vector(slot) {
      const page = pageOf[slot]!;
      return similarity(slot) + headingWeight * dot(pages[page]!, pages[page]!.passages + slot - starts[page]!);
    },
    page(page) {
      let score = known.get(page);
      if (score === undefined) {
        score = 0;
        for (let row = 0; row < pages[page]!.passages; row++) score += dot(pages[page]!, row);
        score /= pageLengths[page]!;
        known.set(page, score);
      }
      return score;
    },
  };
}
