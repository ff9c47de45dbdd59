import type { IndexInfo } from '@ibid/core/types';
import type { DotRows } from './dot-kernel.ts';
import type { PageVectorValues } from './vector-codec.ts';

/** BM25F's parameters and the heading weight, handed over from `@ibid/core`, which the worker does not load. */
export interface Scoring {
  readonly k1: number;
  readonly b: number;
  readonly title: number;
  readonly headings: number;
  readonly body: number;
  readonly heading: number;
}

/** A page revision as searching needs it; kept from one generation to the next while the page stays the same. */
export interface LoadedPage {
  readonly page: number;
  readonly url: string;
  readonly passages: number;
  /** 32 bytes a passage. */
  readonly ids: Uint8Array;
  /** JSON of `FilterKeys`, parsed by the first search that filters. */
  readonly keys: string;
  readonly terms: Uint8Array;
  readonly vectors: PageVectorValues;
}

/** What filters compare: the page's path and facets, and for each passage the keys of its heading and its anchor. */
export type FilterKeys = readonly [
  path: string,
  locale: string,
  version: string,
  module: string,
  sections: readonly (readonly [heading: string, anchor: string])[],
];

/** int8 rows with what is needed to bound their error: `value ≈ scales[i] · row · query`, off by at most `errors[i]` for a unit query. */
export interface QuantisedRows {
  readonly dots: DotRows;
  readonly scales: Float32Array;
  readonly errors: Float32Array;
}

/**
 * Postings of term `t` are `starts[t]` up to `starts[t + 1]`; there are none for ids beyond the end. Posting `i` is the slot or page
 * `items[2 · i]` with the saturated frequency `impacts[2 · i + 1]`; both are views of one memory, so that a posting is in one place.
 */
export interface Postings {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  readonly impacts: Float32Array;
}

/**
 * One generation in flat arrays: about 5 bytes a passage and dimension, and 8 bytes a posting. A passage is a slot; slots of a page stand together in page order. Nothing changes after
 * loading, so a search works on one generation whatever is published meanwhile.
 */
export interface Generation {
  readonly id: number;
  readonly info: IndexInfo;
  readonly pages: readonly LoadedPage[];
  /** Slots of page `i` are `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array;
  /** Page of each slot. */
  readonly pageOf: Uint32Array;
  /** Slots in order of chunk id, and the place of each slot in that order. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  /** By passage: tf' · (k1 + 1) / (tf' + k1). */
  readonly passagePostings: Postings;
  /** By page and the bodies of its passages: tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen)). */
  readonly pagePostings: Postings;
  /** Of d + heading weight · h, one row a slot. */
  readonly passageRows: QuantisedRows;
  /** Of g, one row a page. */
  readonly pageRows: QuantisedRows;
  /** Length of Σ d of each page. */
  readonly pageLengths: Float64Array;
}

export function slotCount(generation: Generation): number {
  return generation.pageOf.length;
}

/** The slot's chunk id in hex. */
export function slotId(
  { pages, pageOf, starts }: Pick<Generation, 'pages' | 'pageOf' | 'starts'>,
  slot: number,
): string {
  const page = pageOf[slot]!;
  const at = 32 * (slot - starts[page]!);
  return Buffer.from(pages[page]!.ids.subarray(at, at + 32)).toString('hex');
}

/** The slot of a chunk id, or `undefined`. */
export function findSlot(generation: Generation, id: string): number | undefined {
  if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
  let from = 0;
  let to = generation.order.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (slotId(generation, generation.order[middle]!) < id) from = middle + 1;
    else to = middle;
  }
  const slot = generation.order[from];
  return slot !== undefined && slotId(generation, slot) === id ? slot : undefined;
}

const paths = new WeakMap<Generation, ReadonlyMap<string, LoadedPage>>();

/** The page with this `pathKey`; where pages differ by host only, the first URL. */
export function pageByPath(generation: Generation, path: string): LoadedPage | undefined {
  let byPath = paths.get(generation);
  if (byPath === undefined) {
    const keyed = generation.pages.map((page): [string, LoadedPage] => [
      (JSON.parse(page.keys) as FilterKeys)[0],
      page,
    ]);
    // The last entry of a key wins, and pages are in order of URL.
    byPath = new Map(keyed.toReversed());
    paths.set(generation, byPath);
  }
  return byPath.get(path);
}
