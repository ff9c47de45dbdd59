import type { IndexInfo, Where } from '@ibid/core/types';
import type { DotRows } from './dot-kernel.ts';
import type { PageVectorValues } from './codecs.ts';

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

/** The 32 bytes of the slot's chunk id. */
export function slotId(
  { pages, pageOf, starts }: Pick<Generation, 'pages' | 'pageOf' | 'starts'>,
  slot: number,
): Uint8Array {
  const page = pageOf[slot]!;
  const at = 32 * (slot - starts[page]!);
  return pages[page]!.ids.subarray(at, at + 32);
}

/** The slot of a chunk id in hex, or `undefined`. */
export function findSlot(generation: Generation, id: string): number | undefined {
  if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
  const bytes = Buffer.from(id, 'hex');
  let from = 0;
  let to = generation.order.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (bytes.compare(slotId(generation, generation.order[middle]!)) > 0) from = middle + 1;
    else to = middle;
  }
  const slot = generation.order[from];
  return slot !== undefined && bytes.equals(slotId(generation, slot)) ? slot : undefined;
}

const pagesByPath = new WeakMap<Generation, ReadonlyMap<string, LoadedPage>>();

/** The page with this `pathKey`; where pages differ by host only, the first URL. */
export function pageByPath(generation: Generation, path: string): LoadedPage | undefined {
  let byPath = pagesByPath.get(generation);
  if (byPath === undefined) {
    const keyed = keysOf(generation).map(([key], i): [string, LoadedPage] => [key, generation.pages[i]!]);
    // The last entry of a key wins, and pages are in order of URL.
    byPath = new Map(keyed.toReversed());
    pagesByPath.set(generation, byPath);
  }
  return byPath.get(path);
}

/** The slots that a filter lets through. */
export interface Allowed {
  /** 1 for each slot that passes. */
  readonly mask: Uint8Array;
  /** Runs of slots that pass, as from and to. */
  readonly runs: readonly (readonly [from: number, to: number])[];
  readonly passages: number;
  /** Pages with a passage that passes, in order, and runs of them, as from and to. */
  readonly pages: readonly number[];
  readonly pageRuns: readonly (readonly [from: number, to: number])[];
  /** How many passages of each page pass. */
  readonly counts: Uint32Array;
}

const parsedKeys = new WeakMap<Generation, readonly FilterKeys[]>();
const everything = new WeakMap<Generation, Allowed>();

function keysOf(generation: Generation): readonly FilterKeys[] {
  const keys = parsedKeys.get(generation) ?? generation.pages.map((page) => JSON.parse(page.keys) as FilterKeys);
  parsedKeys.set(generation, keys);
  return keys;
}

/** Equal objects for equal generations when there is no filter. A page that does not say its locale or version belongs to each. */
export function filterSlots(generation: Generation, where: Where | undefined): Allowed {
  if (where === undefined || Object.values(where).every((condition) => condition === undefined)) {
    const all = everything.get(generation) ?? select(generation, () => true, undefined);
    everything.set(generation, all);
    return all;
  }
  const keys = keysOf(generation);
  const paths = where.paths && new Set(where.paths);
  const sections = where.sections && new Set(where.sections.filter((key) => key !== ''));
  return select(
    generation,
    (page) => {
      const [path, locale, version, module] = keys[page]!;
      const isEdition =
        (locale === '' || isOf(locale, where.locale)) && (version === '' || isOf(version, where.version));
      return (paths === undefined || paths.has(path)) && isEdition && isOf(module, where.module);
    },
    sections && ((page, passage) => keys[page]![4][passage]!.some((key) => sections.has(key))),
  );
}

function isOf(own: string, wanted: string | undefined): boolean {
  return wanted === undefined || own === wanted;
}

function select(
  generation: Generation,
  pagePasses: (page: number) => boolean,
  passagePasses: ((page: number, passage: number) => boolean) | undefined,
): Allowed {
  const mask = new Uint8Array(slotCount(generation));
  const runs: [number, number][] = [];
  const pages: number[] = [];
  const pageRuns: [number, number][] = [];
  const counts = new Uint32Array(generation.pages.length);
  let passages = 0;
  for (let page = 0; page < generation.pages.length; page++) {
    if (!pagePasses(page)) continue;
    for (let slot = generation.starts[page]!; slot < generation.starts[page + 1]!; slot++) {
      if (passagePasses?.(page, slot - generation.starts[page]!) === false) continue;
      mask[slot] = 1;
      counts[page] = counts[page]! + 1;
      extend(runs, slot);
    }
    if (counts[page] === 0) continue;
    passages += counts[page]!;
    pages.push(page);
    extend(pageRuns, page);
  }
  return { mask, runs, passages, pages, pageRuns, counts };
}

function extend(runs: [number, number][], next: number): void {
  const last = runs.at(-1);
  if (last !== undefined && last[1] === next) last[1] = next + 1;
  else runs.push([next, next + 1]);
}
