import type { IndexInfo, Where } from '@ibid/core/types';
import { type Allowed, allowedSlots, type FilterKeys, isUnfiltered, type Postings } from '../text-legs.ts';
import type { DotRows } from './dot-kernel.ts';
import type { PageVectorValues } from './codecs.ts';

/** Data of a page revision for searching; shared between generations while the page does not change. */
export interface LoadedPage {
  readonly page: number;
  readonly url: string;
  readonly passages: number;
  /** 32 bytes per passage. */
  readonly ids: Uint8Array;
  /** JSON of `FilterKeys`, parsed by the first search with a filter. */
  readonly keys: string;
  readonly terms: Uint8Array;
  readonly vectors: PageVectorValues;
}

/** int8 rows with error bounds: `value ≈ scales[i] · row · query`, off by at most `errors[i]` for a unit query. */
export interface QuantisedRows {
  readonly dots: DotRows;
  readonly scales: Float32Array;
  readonly errors: Float32Array;
}

/** Values that are calculated at the first search or reading that needs them. */
interface Derived {
  keys?: readonly FilterKeys[];
  byPath?: ReadonlyMap<string, LoadedPage>;
  /** The slots without a filter. */
  all?: Allowed;
}

/**
 * One generation in flat arrays: about 5 bytes per passage and dimension, and 8 bytes per posting. A passage is a slot; the slots of a page
 * are consecutive and in page order. Only `derived` changes after loading, so a search works on one generation whatever is published meanwhile.
 */
export interface Generation {
  readonly id: number;
  readonly info: IndexInfo;
  readonly pages: readonly LoadedPage[];
  /** Slots of page `i` are `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array;
  /** Page of each slot. */
  readonly pageOf: Uint32Array;
  /** Slots in order of chunk id, and the position of each slot in that order. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  /** By passage: tf' · (k1 + 1) / (tf' + k1). */
  readonly passagePostings: Postings;
  /** By page, over the bodies of its passages: tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen)). */
  readonly pagePostings: Postings;
  /** Rows of d + heading weight · h, one per slot. */
  readonly passageRows: QuantisedRows;
  /** Rows of g, one per page. */
  readonly pageRows: QuantisedRows;
  /** Length of Σ d of each page. */
  readonly pageLengths: Float64Array;
  readonly derived: Derived;
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

function keysOf({ derived, pages }: Generation): readonly FilterKeys[] {
  return (derived.keys ??= pages.map((page) => JSON.parse(page.keys) as FilterKeys));
}

/** The page with this `pathKey`; if pages differ only by host, the first URL, because the last entry of a key wins. */
export function pageByPath(generation: Generation, path: string): LoadedPage | undefined {
  const entries = (): [string, LoadedPage][] => keysOf(generation).map(([key], i) => [key, generation.pages[i]!]);
  return (generation.derived.byPath ??= new Map(entries().toReversed())).get(path);
}

/** Returns the slots that `where` matches. */
export function filterSlots(generation: Generation, where: Where | undefined): Allowed {
  const slots = (): Allowed => allowedSlots(generation.starts, () => keysOf(generation), where);
  return isUnfiltered(where) ? (generation.derived.all ??= slots()) : slots();
}
