import type { IndexedPage } from '@ibid/core/types';
import { countPage } from '../build/count-terms.ts';
import { termPointId } from '../ids.ts';

export interface Tally {
  pages: number;
  pagesWithText: number;
  chunks: number;
  readonly lengths: [title: number, headings: number, body: number];
  /** Points found in the collections of passages, legs and pages. */
  readonly points: [passages: number, legs: number, pages: number];
  /** By term: in how many passages and pages it stands. */
  readonly terms: Map<string, [passages: number, pages: number]>;
}

export function tally(): Tally {
  return { pages: 0, pagesWithText: 0, chunks: 0, lengths: [0, 0, 0], points: [0, 0, 0], terms: new Map() };
}

export function addToTally(sums: Tally, page: IndexedPage, lengths: readonly [number, number, number]): void {
  sums.pages++;
  if (page.chunks.length > 0) sums.pagesWithText++;
  sums.chunks += page.chunks.length;
  for (const at of [0, 1, 2] as const) sums.lengths[at] += lengths[at];
  countPage(page, 1, sums.terms);
}

/** The counts by the point that should hold them. */
export function countsByPoint(
  { terms }: Tally,
  lineage: number,
): Map<string, readonly [term: string, passages: number, pages: number]> {
  return new Map(
    [...terms].map(([term, [passages, pages]]) => [termPointId(lineage, term), [term, passages, pages] as const]),
  );
}
