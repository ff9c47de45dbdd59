/**
 * Text legs over postings in memory, without a database, shared by the SQLite store and the static one so that their results are identical to
 * the bit. A passage is a slot; the slots of a page are consecutive.
 */
import { BM25F, idf as inverseFrequency, type Field } from '@ibid/core/score';
import type { LegRange, TermCounts, Where } from '@ibid/core/types';

export interface Scored {
  readonly item: number;
  readonly score: number;
}

/** The best items of one leg, best first, and its score range. */
export interface Leg {
  readonly best: readonly Scored[];
  readonly range: LegRange;
}

/**
 * Postings of term `t` are `starts[t]` up to `starts[t + 1]`; ids beyond the end have none. Posting `i` is the slot or page `items[2 · i]`
 * with the saturated frequency `impacts[2 · i + 1]`. Both arrays are views of one buffer, so that each posting is in one place in memory.
 */
export interface Postings {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  readonly impacts: Float32Array;
}

/** Position of each run of items and the end of the last, for runs of these lengths one after another. */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + lengths[i]!;
  return starts;
}

/** Memory for the postings of terms, of which each has `counts[t]`. */
export function postingsFor(counts: ArrayLike<number>): Postings {
  const starts = startsOf(counts);
  const memory = new ArrayBuffer(8 * starts.at(-1)!);
  return { starts, items: new Uint32Array(memory), impacts: new Float32Array(memory) };
}

/** Values that filters compare: path and facets of the page, and for each passage the keys of its heading and anchor. */
export type FilterKeys = readonly [
  path: string,
  locale: string,
  version: string,
  module: string,
  sections: readonly (readonly [heading: string, anchor: string])[],
];

/** The slots that a filter matches. */
export interface Allowed {
  /** 1 for each matching slot. */
  readonly mask: Uint8Array;
  /** Runs of matching slots, `to` exclusive. */
  readonly runs: readonly (readonly [from: number, to: number])[];
  readonly passages: number;
  /** Pages with a matching passage, in order, and runs of such pages. */
  readonly pages: readonly number[];
  readonly pageRuns: readonly (readonly [from: number, to: number])[];
  /** Number of matching passages per page. */
  readonly counts: Uint32Array;
}

/** The terms of a passage, each once. */
export function distinctTerms({ title, headings, body }: TermCounts): ReadonlySet<string> {
  return new Set([...title.keys(), ...headings.keys(), ...body.keys()]);
}

const isOf = (own: string, wanted: string | undefined): boolean => wanted === undefined || own === wanted;

/** Slots of page `i` are `starts[i]` up to `starts[i + 1]`. A page without locale or version matches every locale or version. */
export function allowedSlots(
  starts: Uint32Array,
  keysOf: () => readonly FilterKeys[],
  where: Where | undefined,
): Allowed {
  if (isUnfiltered(where)) return select(starts, () => true, undefined);
  const keys = keysOf();
  const paths = where!.paths && new Set(where!.paths);
  const sections = where!.sections && new Set(where!.sections.filter((key) => key !== ''));
  return select(
    starts,
    (page) => {
      const [path, locale, version, module] = keys[page]!;
      const isEdition =
        (locale === '' || isOf(locale, where!.locale)) && (version === '' || isOf(version, where!.version));
      return (paths === undefined || paths.has(path)) && isEdition && isOf(module, where!.module);
    },
    sections && ((page, passage) => keys[page]![4][passage]!.some((key) => sections.has(key))),
  );
}

export function isUnfiltered(where: Where | undefined): boolean {
  return where === undefined || Object.values(where).every((condition) => condition === undefined);
}

function select(
  starts: Uint32Array,
  pagePasses: (page: number) => boolean,
  passagePasses: ((page: number, passage: number) => boolean) | undefined,
): Allowed {
  const mask = new Uint8Array(starts.at(-1)!);
  const runs: [number, number][] = [];
  const pages: number[] = [];
  const pageRuns: [number, number][] = [];
  const counts = new Uint32Array(starts.length - 1);
  let passages = 0;
  for (let page = 0; page < starts.length - 1; page++) {
    if (!pagePasses(page)) continue;
    for (let slot = starts[page]!; slot < starts[page + 1]!; slot++) {
      if (passagePasses?.(page, slot - starts[page]!) === false) continue;
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

/** Sorts best first; ties are in order of chunk id, given by `rank`. */
export function ranked(scored: readonly Scored[], rank: Uint32Array): Scored[] {
  return scored.toSorted((a, b) => b.score - a.score || rank[a.item]! - rank[b.item]!);
}

export interface TextScores {
  readonly scores: Float64Array;
  /** Items that contain a term. */
  readonly touched: readonly number[];
  readonly idf: readonly number[];
}

/** Adds up the postings of the terms into one score per item. `total` is the N of idf. */
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
    const rarity = inverseFrequency(total, to - from);
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
  rank: Uint32Array,
  { mask, passages }: Allowed,
  limit: number,
  { scores, touched }: TextScores,
): Leg {
  const kept = bestPlaces(limit);
  for (const slot of touched) if (mask[slot] === 1) kept.offer(scores[slot]!, slot);
  const threshold = kept.threshold();
  const found = touched
    .filter((slot) => mask[slot] === 1 && scores[slot]! >= threshold)
    .map((item) => ({ item, score: scores[item]! }));
  const best = ranked(found, rank).slice(0, limit);
  // Passages without any of the terms score 0: they fill the remaining places but are not candidates.
  const full = best.length === Math.min(limit, passages);
  return { best, range: { hi: best[0]?.score ?? 0, lo: full ? (best.at(-1)?.score ?? 0) : 0 } };
}

/** Range of page scores. Each page takes as many places as it has matching passages. */
export function pageTextRange({ counts, passages }: Allowed, limit: number, { scores, touched }: TextScores): LegRange {
  const kept = bestPlaces(Math.max(1, Math.min(limit, passages)), counts);
  let hi = 0;
  for (const page of touched) {
    if (counts[page] === 0) continue;
    kept.offer(scores[page]!, page);
    hi = Math.max(hi, scores[page]!);
  }
  return { hi, lo: Math.max(0, kept.threshold()) };
}

/** Keeps the largest offered values whose places add up to `limit`. */
export interface BestPlaces {
  /** Offers the value of an item that takes `placesOf[item]` places (at least 1), or 1 without `placesOf`. */
  offer(value: number, item: number): void;
  /** The largest value that, together with all above it, fills `limit` places; minus infinity while there are fewer. */
  threshold(): number;
}

export function bestPlaces(limit: number, placesOf?: ArrayLike<number>): BestPlaces {
  // Ascending. Few values pass the first comparison and few are kept, so inserting is cheap.
  const values: number[] = [];
  const places: number[] = [];
  let total = 0;
  return {
    offer(value, item) {
      if (total >= limit && value <= values[0]!) return;
      let at = 0;
      while (at < values.length && values[at]! < value) at++;
      const taken = placesOf?.[item] ?? 1;
      values.splice(at, 0, value);
      places.splice(at, 0, taken);
      total += taken;
      while (total - places[0]! >= limit) {
        total -= places.shift()!;
        values.shift();
      }
    },
    threshold: () => (total < limit ? Number.NEGATIVE_INFINITY : values[0]!),
  };
}

/** Factor for the term counts of a field, by slot: weight / (1 − b + b · len / avglen). */
export function fieldFactors(field: Field, lengths: Float64Array): Float64Array {
  const { b, weights } = BM25F;
  let sum = 0;
  for (let i = 0; i < lengths.length; i++) sum += lengths[i]!;
  const average = sum / lengths.length;
  // If the field is empty everywhere, no term has a count in it and the factors are never used.
  return lengths.map((length) => (average === 0 ? 0 : weights[field] / (1 - b + (b * length) / average)));
}

/** For each page k1 · (1 − b + b · len / avglen); pages without passages do not count in the average. */
export function pageNorms(lengths: Float64Array, pagesWithText: number): Float64Array {
  const { k1, b } = BM25F;
  let sum = 0;
  for (let page = 0; page < lengths.length; page++) sum += lengths[page]!;
  return lengths.map((length) => k1 * (1 - b + (b * length * pagesWithText) / sum));
}
