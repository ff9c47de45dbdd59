/**
 * An index in Qdrant as the layout says it lies there, written point by point: so that what readers promise is tested apart from what writers
 * do, with points that no reader may see and with weights of another day.
 */
import { fieldFrequency, pageSaturate, saturate } from '@ibid/core';
import type { IndexedChunk, IndexedPage, PageVectors } from '@ibid/core/types';
import type { Payload, Point, QdrantCalls, SparseVector } from '../client/qdrant-calls.ts';
import { encodePage } from '../content/page-codec.ts';
import { pagePointId, passagePointId, termIndex, termKey, termPointId } from '../ids.ts';
import { collectionsOf, DENSE, keepingOf, SPARSE, type ShownState, type Totals } from '../layout.ts';
import { fieldLengths, passagePayload, sectionsOf } from '../passage-codec.ts';
import { NO_STATE, STATE_ID, statePayload } from '../state/state-point.ts';

export interface WrittenPage {
  readonly page: IndexedPage;
  readonly vectors: PageVectors;
  readonly from: number;
  readonly until?: number;
}

export interface WrittenIndex {
  readonly pages: readonly WrittenPage[];
  readonly epoch: number;
  readonly dimensions: number;
  readonly version?: number;
  readonly indexOf?: (term: string) => number;
  /** By what the sparse weights are off those of this day; a number for each term. */
  readonly drift?: (term: string) => number;
}

const LINEAGE = 1;

/** Creates the collections and writes everything; the state last. */
export async function writeIndex(calls: QdrantCalls, base: string, index: WrittenIndex): Promise<ShownState> {
  const { dimensions, version = 1, pages } = index;
  const names = collectionsOf(base, version);
  const words = { [SPARSE]: { modifier: 'idf' } } as const;
  const direction = { [DENSE]: { size: dimensions, distance: 'Dot' } } as const;
  await calls.createCollection(names.passages, {
    dense: { '': { size: dimensions, distance: 'Cosine' } },
    sparse: words,
  });
  await calls.createCollection(names.legs, { dense: direction, sparse: {} });
  await calls.createCollection(names.pages, { dense: direction, sparse: words });
  await calls.createCollection(keepingOf(base), { dense: {}, sparse: {} });

  await calls.upsert(
    names.passages,
    pages.flatMap((page) => passagePoints(index, page)),
  );
  await calls.upsert(
    names.legs,
    pages.flatMap((page) => legPoints(page)),
  );
  await calls.upsert(
    names.pages,
    pages.filter(({ page }) => page.chunks.length > 0).map((page) => pagePoint(index, page)),
  );
  await calls.upsert(keepingOf(base), [...pages.map((page) => contentPoint(page, version)), ...termPoints(index)]);
  await calls.switchAlias(base, names.passages);
  return showEpoch(calls, base, index);
}

/** Puts the epoch on show that the index names. */
export async function showEpoch(calls: QdrantCalls, base: string, index: WrittenIndex): Promise<ShownState> {
  const { epoch, dimensions, version = 1 } = index;
  const state: ShownState = {
    epoch,
    version,
    lineage: LINEAGE,
    spaceId: 'test/space',
    dimensions,
    totals: totalsOf(shownPages(index)),
    schema: { chunker: 'test', tokenizer: 'test' },
    sourceId: 'test',
    fitted: 0,
    folded: 0,
    publishedAt: '2026-01-02T03:04:05.000Z',
    givenUp: [],
  };
  await calls.upsert(keepingOf(base), [
    { id: STATE_ID, payload: { kind: 'state', ...statePayload({ ...NO_STATE, shown: state }) } },
  ]);
  return state;
}

/** What a reader of the index's epoch sees. */
export function shownPages({ pages, epoch }: Pick<WrittenIndex, 'pages' | 'epoch'>): readonly WrittenPage[] {
  return pages.filter(({ from, until }) => from <= epoch && (until === undefined || until > epoch));
}

function totalsOf(pages: readonly WrittenPage[]): Totals {
  const lengths: [number, number, number] = [0, 0, 0];
  for (const { page } of pages) {
    for (const { terms } of page.chunks) for (const [i, sum] of fieldLengths(terms).entries()) lengths[i]! += sum;
  }
  return {
    pages: pages.length,
    pagesWithText: pages.filter(({ page }) => page.chunks.length > 0).length,
    chunks: pages.reduce((sum, { page }) => sum + page.chunks.length, 0),
    lengths,
  };
}

function shownOf({ from, until }: WrittenPage): { readonly from: number; readonly until?: number } {
  return until === undefined ? { from } : { from, until };
}

function passagePoints(index: WrittenIndex, written: WrittenPage): Point[] {
  return written.page.chunks.map((indexed, i) => ({
    id: passagePointId(indexed.chunk.id, written.from),
    payload: { ...passagePayload(indexed, written.from), ...shownOf(written) } as unknown as Payload,
    vectors: {
      '': written.vectors.passages[i]!,
      [SPARSE]: sparse(index, passageWeights(indexed)),
    },
  }));
}

function legPoints(written: WrittenPage): Point[] {
  const { page, vectors } = written;
  return page.chunks.map(({ chunk }, i) => {
    const heading = vectors.headings[i]!;
    return {
      id: passagePointId(chunk.id, written.from),
      payload: { ...filterFields(page, sectionsOf(chunk)), ...shownOf(written) },
      vectors: { [DENSE]: vectors.passages[i]!.map((value, at) => value + 0.5 * heading[at]!) },
    };
  });
}

function pagePoint(index: WrittenIndex, written: WrittenPage): Point {
  const { page, vectors } = written;
  const sum = new Float64Array(index.dimensions);
  for (const vector of vectors.passages) for (const [i, value] of vector.entries()) sum[i]! += value;
  const length = Math.max(1e-9, Math.hypot(...sum));
  const counts = new Map<string, number>();
  for (const { terms } of page.chunks)
    for (const [term, count] of terms.body) counts.set(term, (counts.get(term) ?? 0) + count);
  const held = [...counts.values()].reduce((total, count) => total + count, 0);
  return {
    id: pagePointId(page.url, written.from),
    payload: {
      ...filterFields(page, [...new Set(page.chunks.flatMap(({ chunk }) => sectionsOf(chunk)))]),
      ...shownOf(written),
      chunks: page.chunks.length,
      length: held,
      terms: Object.fromEntries([...counts].map(([term, count]) => [termKey(term), count])),
    },
    vectors: {
      [DENSE]: Float32Array.from(sum, (value) => value / length),
      [SPARSE]: sparse(index, new Map([...counts].map(([term, count]) => [term, pageSaturate(count, held, 90)]))),
    },
  };
}

function filterFields(page: IndexedPage, sections: readonly string[]): Payload {
  const { url, path, locale, version, module } = passagePayload(page.chunks[0]!, 0);
  return { url, path, sections, locale, version, module };
}

type Weighted = ReadonlyMap<string, number>;

/** Weights of BM25F by averages of 20 and 3 tokens, which are not those of the index. */
function passageWeights({ terms }: IndexedChunk): Weighted {
  const [titleLength, headingsLength, bodyLength] = fieldLengths(terms);
  const distinct = new Set([...terms.title.keys(), ...terms.headings.keys(), ...terms.body.keys()]);
  return new Map(
    [...distinct].map((term) => [
      term,
      saturate(
        fieldFrequency('title', terms.title.get(term) ?? 0, titleLength, 3) +
          fieldFrequency('headings', terms.headings.get(term) ?? 0, headingsLength, 3) +
          fieldFrequency('body', terms.body.get(term) ?? 0, bodyLength, 20),
      ),
    ]),
  );
}

function sparse({ indexOf = termIndex, drift = () => 1 }: WrittenIndex, weights: Weighted): SparseVector {
  const values = new Map<number, number>();
  for (const [term, weight] of weights)
    values.set(indexOf(term), (values.get(indexOf(term)) ?? 0) + weight * drift(term));
  return { indices: [...values.keys()], values: [...values.values()] };
}

function contentPoint(written: WrittenPage, version: number): Point {
  const { content } = encodePage(written.page, written.from, [version]);
  return {
    id: pagePointId(written.page.url, written.from),
    payload: { ...content, ...shownOf(written) } as unknown as Payload,
  };
}

/** Counts of the epoch on show, and of the next one where it has others. */
function termPoints(index: WrittenIndex): Point[] {
  const terms = new Map<string, (readonly [number, number, number])[]>();
  for (const epoch of [index.epoch, index.epoch + 1]) {
    const pages = shownPages({ ...index, epoch });
    const passages = new Map<string, number>();
    const bodies = new Map<string, number>();
    for (const { page } of pages) {
      for (const { terms: own } of page.chunks) {
        countEach(passages, [...own.title.keys(), ...own.headings.keys(), ...own.body.keys()]);
      }
      countEach(
        bodies,
        page.chunks.flatMap((chunk) => [...chunk.terms.body.keys()]),
      );
    }
    for (const term of new Set([...terms.keys(), ...passages.keys()])) {
      const counted = [epoch, passages.get(term) ?? 0, bodies.get(term) ?? 0] as const;
      terms.set(term, [...(terms.get(term) ?? []), counted]);
    }
  }
  return [...terms].map(([term, counts]) => ({
    id: termPointId(LINEAGE, term),
    payload: { kind: 'term', lineage: LINEAGE, counts },
  }));
}

function countEach(into: Map<string, number>, terms: Iterable<string>): void {
  for (const term of new Set(terms)) into.set(term, (into.get(term) ?? 0) + 1);
}
