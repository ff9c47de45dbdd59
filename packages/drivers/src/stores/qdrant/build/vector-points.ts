/** The points of one page in the three collections of a version. */
import { FIELDS, fieldFrequency, HEADING_WEIGHT, pageSaturate, pathKey, saturate } from '@ibid/core';
import type { IndexedChunk, IndexedPage, PageVectors } from '@ibid/core/types';
import type { Payload, Point, SparseVector, Vectors } from '../client/qdrant-calls.ts';
import { pagePointId, passagePointId, termIndex, termKey } from '../ids.ts';
import { DENSE, SPARSE, type FilterPayload, type Averages, type LegPayload, type PagePayload } from '../layout.ts';
import { fieldLengths, passagePayload, sectionsOf } from '../passage-codec.ts';
import { vectorSignature } from './vector-signature.ts';

export interface VectorPoints {
  readonly passages: readonly Point[];
  readonly legs: readonly Point[];
  /** One, or none for a page without passages. */
  readonly pages: readonly Point[];
}

/**
 * Sparse values weigh words as BM25F does under `averages`; they choose whom to look at, and scores are
 * computed from the counts in the payload.
 */
export function vectorPoints(page: IndexedPage, vectors: PageVectors, epoch: number, averages: Averages): VectorPoints {
  const passages: Point[] = [];
  const legs: Point[] = [];
  for (const [i, indexed] of page.chunks.entries()) {
    const { chunk } = indexed;
    const d = vectors.passages[i]!;
    const h = vectors.headings[i]!;
    const id = passagePointId(chunk.id, epoch);
    const leg = d.map((value, at) => value + HEADING_WEIGHT * h[at]!);
    const payload = passagePayload(indexed, epoch);
    const signature = vectorSignature(chunk.id, d, leg);
    passages.push({
      id,
      payload: { ...(payload as unknown as Payload), signature },
      vectors: { '': d, ...sparse(passageWeights(indexed, averages)) },
    });
    const { url, path, sections, locale, version, module } = payload;
    const beside: LegPayload = { chunk_id: chunk.id, url, path, sections, locale, version, module, from: epoch };
    legs.push({
      id,
      payload: { ...beside },
      vectors: { [DENSE]: leg },
    });
  }
  return { passages, legs, pages: page.chunks.length === 0 ? [] : [pagePoint(page, vectors, epoch, averages)] };
}

function passageWeights({ terms }: IndexedChunk, averages: Averages): ReadonlyMap<string, number> {
  const lengths = fieldLengths(terms);
  const frequencies = new Map<string, number>();
  for (const [at, field] of FIELDS.entries()) {
    for (const [term, count] of terms[field]) {
      const part = fieldFrequency(field, count, lengths[at]!, averages[at]!);
      frequencies.set(term, (frequencies.get(term) ?? 0) + part);
    }
  }
  return new Map([...frequencies].map(([term, frequency]) => [term, saturate(frequency)]));
}

function pagePoint(page: IndexedPage, vectors: PageVectors, epoch: number, [, , , average]: Averages): Point {
  const counts = bodyCounts(page);
  const length = sum(counts.values());
  const { chunk } = page.chunks[0]!;
  const fields: FilterPayload = {
    url: page.url.toWellFormed(),
    path: pathKey(page.url),
    sections: [...new Set(page.chunks.flatMap((indexed) => sectionsOf(indexed.chunk)))],
    locale: chunk.locale.toWellFormed(),
    version: chunk.version.toWellFormed(),
    module: chunk.module.toWellFormed(),
    from: epoch,
  };
  const terms = Object.fromEntries([...counts].map(([term, count]) => [termKey(term), count]));
  const payload: PagePayload = { ...fields, chunks: page.chunks.length, length, terms };
  const weights = new Map([...counts].map(([term, count]) => [term, pageSaturate(count, length, average)]));
  return {
    id: pagePointId(page.url, epoch),
    payload: payload as unknown as Payload,
    vectors: { [DENSE]: direction(vectors.passages), ...sparse(weights) },
  };
}

/** How often each term stands in the bodies of the page. */
export function bodyCounts({ chunks }: IndexedPage): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of chunks) {
    for (const [term, count] of terms.body) counts.set(term, (counts.get(term) ?? 0) + count);
  }
  return counts;
}

/** g = L2(Σ d); all zero where the vectors cancel out. */
function direction(passages: readonly Float32Array[]): Float32Array {
  const mean = new Float64Array(passages[0]?.length ?? 0);
  for (const vector of passages) for (const [i, value] of vector.entries()) mean[i] = mean[i]! + value;
  const length = Math.max(Math.hypot(...mean), 1e-9);
  return Float32Array.from(mean, (value) => value / length);
}

/** Nothing for a text without words: Qdrant need not keep an empty vector. */
function sparse(weights: ReadonlyMap<string, number>): Vectors {
  if (weights.size === 0) return {};
  const values = new Map<number, number>();
  for (const [term, weight] of weights) {
    const index = termIndex(term);
    values.set(index, (values.get(index) ?? 0) + weight);
  }
  const sorted = [...values].sort(([a], [b]) => a - b);
  const vector: SparseVector = { indices: sorted.map(([index]) => index), values: sorted.map(([, value]) => value) };
  return { [SPARSE]: vector };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
