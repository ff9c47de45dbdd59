/** Converts vectors, pages and passages to and from their form in Qdrant. */
import { fieldFrequency, FIELDS, IbidError, pathKey, saturate, sectionKey } from '@ibid/core';
import type { Chunk, Field, IndexedChunk, IndexedPage, TermCounts } from '@ibid/core/types';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { facetsOf } from '../chunk-codec.ts';
import { distinctTerms } from '../text-legs.ts';
import type { Payload, Vector } from './client.ts';
import { nameKey, termIndex, type PagePayload, type PassagePayload, type VectorsPayload } from './layout.ts';

export const pack: (data: string) => Promise<Buffer> = promisify(deflate);
export const unpack: (data: Uint8Array) => Promise<Buffer> = promisify(inflate);

const SCALE = 32_767;

/** Encodes unit vectors, one after another, as 16-bit fractions in base64. Each component is within 2e-5 of the original. */
export function encodeVectors(vectors: readonly ArrayLike<number>[]): string {
  const dimensions = vectors[0]?.length ?? 0;
  const fractions = new Int16Array(vectors.length * dimensions);
  for (const [i, vector] of vectors.entries()) {
    for (let j = 0; j < dimensions; j++) {
      fractions[i * dimensions + j] = Math.round(Math.max(-1, Math.min(1, vector[j]!)) * SCALE);
    }
  }
  return Buffer.from(fractions.buffer).toString('base64');
}

function fractionsOf(text: string): Int16Array {
  return new Int16Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
}

/** Dot product of a query vector and one encoded vector. */
export function dotEncoded(query: Float32Array, text: string): number {
  const fractions = fractionsOf(text);
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += query[i]! * fractions[i]!;
  return sum / SCALE;
}

export function decodeVectors(text: string, dimensions: number): Float32Array[] {
  const fractions = fractionsOf(text);
  return Array.from({ length: fractions.length / dimensions }, (_, i) =>
    Float32Array.from(fractions.subarray(i * dimensions, (i + 1) * dimensions), (value) => value / SCALE),
  );
}

export function vectorsPayload(passages: readonly Float32Array[], headings: readonly Float32Array[]): VectorsPayload {
  const sum = new Float64Array(passages[0]?.length ?? 0);
  for (const vector of passages) for (const [i, value] of vector.entries()) sum[i] = sum[i]! + value;
  const length = Math.max(Math.hypot(...sum), 1e-9);
  return {
    passages: encodeVectors(passages),
    headings: encodeVectors(headings),
    direction: encodeVectors([sum.map((value) => value / length)]),
  };
}

export async function encodePage(page: IndexedPage): Promise<PagePayload> {
  const chunks = page.chunks.map(({ chunk, terms }) => ({ chunk, terms: FIELDS.map((field) => [...terms[field]]) }));
  const counts: Record<string, number> = {};
  let length = 0;
  for (const { terms } of page.chunks) {
    for (const [term, count] of terms.body) {
      counts[nameKey(term)] = (counts[nameKey(term)] ?? 0) + count;
      length += count;
    }
  }
  const { url, revision, title, sourceFile } = page;
  const { locale, version, module } = facetsOf(page);
  return {
    kind: chunks.length === 0 ? 'empty' : 'page',
    url: url.toWellFormed(),
    path: pathKey(url).toWellFormed(),
    sections: [...new Set(page.chunks.flatMap(({ chunk }) => sectionsOf(chunk)))],
    locale: locale.toWellFormed(),
    version: version.toWellFormed(),
    module: module.toWellFormed(),
    info: JSON.stringify({ url, revision, title, sourceFile, locale, version, module, chunks: chunks.length }),
    chunks: chunks.length,
    body: (await pack(JSON.stringify({ ...page, chunks }))).toString('base64'),
    length,
    counts,
  };
}

type StoredTerms = readonly (readonly (readonly [string, number])[])[];

/** Decodes a page. Rejects with `INDEX_DAMAGED` if the data are not those that were stored. */
export async function decodePage({ url, body }: Pick<PagePayload, 'url' | 'body'>): Promise<IndexedPage> {
  try {
    const page = JSON.parse((await unpack(Buffer.from(body, 'base64'))).toString()) as IndexedPage;
    const chunks = page.chunks.map(({ chunk, terms }): IndexedChunk => {
      const [title, headings, bodies] = terms as unknown as StoredTerms;
      return { chunk, terms: { title: new Map(title), headings: new Map(headings), body: new Map(bodies) } };
    });
    return { ...page, chunks };
  } catch (cause) {
    throw new IbidError('INDEX_DAMAGED', `The page \`${url}\` cannot be read; index again with \`--fresh\``, { cause });
  }
}

/** The `sectionKey`s by which filters find a chunk. */
export function sectionsOf({ heading, anchor }: Pick<Chunk, 'heading' | 'anchor'>): readonly string[] {
  const keys = [heading, anchor].filter((name) => name !== '').map((name) => sectionKey(name).toWellFormed());
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Token counts of title, headings and body. */
export function lengthsOf(terms: TermCounts): readonly [number, number, number] {
  const of = (field: Field): number => terms[field].values().reduce((sum, count) => sum + count, 0);
  return [of('title'), of('headings'), of('body')];
}

export function passagePayload({ chunk, terms }: IndexedChunk, heading: Float32Array): PassagePayload {
  const { text, ...rest } = chunk;
  const triples = distinctTerms(terms)
    .values()
    .map((term): [string, [number, number, number]] => [
      nameKey(term),
      [terms.title.get(term) ?? 0, terms.headings.get(term) ?? 0, terms.body.get(term) ?? 0],
    ]);
  return {
    text: text.toWellFormed(),
    url: chunk.url.toWellFormed(),
    title: chunk.title.toWellFormed(),
    section_heading: chunk.heading.toWellFormed(),
    chunk_index: chunk.indexInSection,
    chunk_id: chunk.id,
    chunk: JSON.stringify(text.isWellFormed() ? rest : chunk),
    path: pathKey(chunk.url).toWellFormed(),
    sections: sectionsOf(chunk),
    locale: chunk.locale.toWellFormed(),
    version: chunk.version.toWellFormed(),
    module: chunk.module.toWellFormed(),
    heading: encodeVectors([heading]),
    lengths: lengthsOf(terms),
    terms: Object.fromEntries(triples),
  };
}

export function chunkOf(payload: Payload): Chunk {
  const { text, chunk } = payload as unknown as PassagePayload;
  return { text, ...(JSON.parse(chunk) as Omit<Chunk, 'text'>) };
}

/** BM25F weight of each term without its idf. The dot product with a query of count · idf is the score. */
export function sparseVector(terms: TermCounts, averages: Readonly<Record<Field, number>>): Vector {
  const lengths = lengthsOf(terms);
  const weights = new Map<number, number>();
  for (const term of distinctTerms(terms)) {
    const frequency = FIELDS.reduce(
      (sum, field, i) => sum + fieldFrequency(field, terms[field].get(term) ?? 0, lengths[i]!, averages[field]),
      0,
    );
    const index = termIndex(term);
    weights.set(index, (weights.get(index) ?? 0) + saturate(frequency));
  }
  return { indices: [...weights.keys()], values: [...weights.values()] };
}
