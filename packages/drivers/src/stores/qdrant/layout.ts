/**
 * Layout of an index in Qdrant. `B` is the name of the collection, by default `physical_ai_book`.
 *
 *     B             alias of the published generation, read by other programs that follow the book contract
 *     B-v<k>        passages of generation k: unnamed vector (Cosine), sparse vector `bm25`, payload of the contract and more
 *     B-v<k>-meta   no vector fields: whole pages with their vectors, the space, statistics, schema and source of the build
 *     B-meta        no vector fields: the writer lock, the highest k used so far, cached embeddings
 *
 * A build writes only `B-v<k>-meta`, starting with copies of the pages that it keeps. Publishing creates `B-v<k>` from it, checks its count,
 * moves the alias atomically and deletes the collections of all other generations. Each k is used once, so late writes of another build
 * reach either a collection that no alias names or no collection.
 */
import { IbidError, pathKey, sectionKey } from '@ibid/core';
import { fieldFrequency, FIELDS, saturate } from '@ibid/core/score';
import type {
  Chunk,
  EmbeddingSpace,
  Facets,
  IndexedChunk,
  IndexedPage,
  PageInfo,
  PageVectors,
  TermCounts,
  WholePage,
} from '@ibid/core/types';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { facetsOf } from '../chunk-codec.ts';
import { distinctTerms } from '../text-legs.ts';
import { SPARSE, type Payload, type Point } from './client.ts';

/** Payload fields used by filters, in both passages and pages. */
export const FILTERED = ['path', 'url', 'sections', 'locale', 'version', 'module'] as const;

export function passagesOf(base: string, version: number): string {
  return `${base}-v${version}`;
}

export function metaOf(base: string, version: number): string {
  return `${base}-v${version}-meta`;
}

/** Name of the collection that is shared by all generations. */
export function sharedOf(base: string): string {
  return `${base}-meta`;
}

/** Returns the generation k in a collection's name; `undefined` if the collection is not one of this index. */
export function versionOf(base: string, collection: string): number | undefined {
  const rest = collection.startsWith(`${base}-v`) ? collection.slice(base.length + 2) : '';
  const found = /^(\d+)(?:-meta)?$/u.exec(rest)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** UUID derived from kind and name, so that writing the same item twice leaves one point. Names are made well-formed, as in payloads. */
export function pointId(kind: string, name: string): string {
  const hex = digest(`${kind} ${name.toWellFormed()}`).toString('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-8$3-8$4-$5');
}

/** Key of a term in payloads. It is hex, so that Qdrant cannot read it as a path into the payload. */
export function termKey(term: string): string {
  return digest(term).toString('hex', 0, 8);
}

/** Hashes UTF-16 units, because UTF-8 encodes all lone surrogates alike. */
function digest(text: string): Buffer {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest();
}

/** Numbers of tokens in title, headings and body. */
export type FieldCounts = readonly number[];

/** Fields used by filters. Texts are well-formed, because lone surrogates cannot be sent to Qdrant as JSON. */
interface FilterPayload extends Facets {
  readonly url: string;
  /** `pathKey` of the URL. */
  readonly path: string;
  /** `sectionKey`s of heading and anchor; for a page, those of all its passages. */
  readonly sections: readonly string[];
}

/** Payload of a passage: the six fields of the book contract, then those of Ibid. */
export interface PassagePayload extends FilterPayload {
  readonly text: string;
  readonly title: string;
  readonly section_heading: string;
  readonly chunk_index: number;
  readonly chunk_id: string;
  /** The chunk as JSON; its text is left out if it is well-formed. */
  readonly chunk: string;
  /** Vector of title and headings, encoded by `encodeVectors`. */
  readonly heading: string;
}

export interface PagePayload extends FilterPayload {
  /** `empty` for a page without passages. */
  readonly kind: 'page' | 'empty';
  /** `PageInfo` as JSON. */
  readonly info: string;
  readonly chunks: number;
  /** The whole `IndexedPage`: deflated JSON in base64. */
  readonly body: string;
  /** Summed over all passages. */
  readonly lengths: FieldCounts;
  /** Count of each term in the bodies, by `termKey`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Vectors in the space that was embedded in last, encoded by `encodeVectors`. */
  readonly vectors?: VectorsPayload;
}

interface VectorsPayload {
  readonly space: string;
  readonly passages: string;
  readonly headings: string;
  /** Mean direction of the passage vectors. */
  readonly direction: string;
}

/** Sums over a generation, from which averages are calculated. */
export interface Totals {
  /** Pages with passages. */
  readonly pages: number;
  readonly passages: number;
  /** Tokens, summed over all passages. */
  readonly lengths: FieldCounts;
}

export async function pack(value: unknown): Promise<Buffer> {
  return promisify<string, Buffer>(deflate)(JSON.stringify(value));
}

export async function unpack(data: Uint8Array): Promise<unknown> {
  return JSON.parse((await promisify<Uint8Array, Buffer>(inflate)(data)).toString());
}

const SCALE = 32_767;

/** Encodes unit vectors, one after another, as 16-bit fractions in base64. Each component is within 2e-5 of the original. */
function encodeVectors(vectors: readonly ArrayLike<number>[]): string {
  const fractions = vectors.flatMap((vector) =>
    Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, value)) * SCALE)),
  );
  return Buffer.from(Int16Array.from(fractions).buffer).toString('base64');
}

function fractionsOf(text: string): Int16Array {
  return new Int16Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
}

/** Dot product of a query vector and one encoded vector. */
export function dotEncoded(query: Float32Array, text: string): number {
  const fractions = fractionsOf(text);
  return query.reduce((sum, value, i) => sum + value * fractions[i]!, 0) / SCALE;
}

function decodeVectors(text: string, dimensions: number): Float32Array[] {
  const fractions = fractionsOf(text);
  return Array.from({ length: fractions.length / dimensions }, (_, i) =>
    Float32Array.from(fractions.subarray(i * dimensions, (i + 1) * dimensions), (value) => value / SCALE),
  );
}

export function vectorsPayload({ spaceId, passages, headings }: PageVectors): VectorsPayload {
  const sum = new Float64Array(passages[0]?.length ?? 0);
  for (const vector of passages) for (const [i, value] of vector.entries()) sum[i] = sum[i]! + value;
  const length = Math.max(Math.hypot(...sum), 1e-9);
  return {
    space: spaceId,
    passages: encodeVectors(passages),
    headings: encodeVectors(headings),
    direction: encodeVectors([sum.map((value) => value / length)]),
  };
}

export async function encodePage(page: IndexedPage): Promise<PagePayload> {
  const chunks = page.chunks.map(({ chunk, terms }) => ({ chunk, terms: FIELDS.map((field) => [...terms[field]]) }));
  const counts: Record<string, number> = {};
  for (const [term, count] of page.chunks.flatMap(({ terms }) => [...terms.body])) {
    const key = termKey(term);
    counts[key] = (counts[key] ?? 0) + count;
  }
  const { url, revision, title, sourceFile } = page;
  const facets = facetsOf(page);
  return {
    ...filterPayload(url, facets, page.chunks),
    kind: chunks.length === 0 ? 'empty' : 'page',
    info: JSON.stringify({ url, revision, title, sourceFile, ...facets, chunks: chunks.length }),
    chunks: chunks.length,
    body: (await pack({ ...page, chunks })).toString('base64'),
    lengths: sumOf(page.chunks.map(({ terms }) => lengthsOf(terms))),
    counts,
  };
}

export function pageInfoOf({ info }: Pick<PagePayload, 'info'>): PageInfo {
  return JSON.parse(info) as PageInfo;
}

type StoredTerms = readonly (readonly (readonly [string, number])[])[];

/** Decodes a page. Rejects with `INDEX_DAMAGED` if the data are not those that were stored. */
export async function decodePage({ url, body }: Pick<PagePayload, 'url' | 'body'>): Promise<IndexedPage> {
  try {
    const page = (await unpack(Buffer.from(body, 'base64'))) as IndexedPage;
    const chunks = page.chunks.map(({ chunk, terms }): IndexedChunk => {
      const [title, headings, bodies] = terms as unknown as StoredTerms;
      return { chunk, terms: { title: new Map(title), headings: new Map(headings), body: new Map(bodies) } };
    });
    return { ...page, chunks };
  } catch (cause) {
    throw new IbidError('INDEX_DAMAGED', `The page \`${url}\` cannot be read; index again with \`--fresh\``, { cause });
  }
}

/** Decodes a page with its vectors, which are in this space. */
export async function decodeWhole(stored: PagePayload, space: EmbeddingSpace): Promise<WholePage> {
  const page = await decodePage(stored);
  const passages = decodeVectors(stored.vectors?.passages ?? '', space.dimensions);
  const headings = decodeVectors(stored.vectors?.headings ?? '', space.dimensions);
  return { page, vectors: { url: page.url, spaceId: space.id, passages, headings } };
}

function filterPayload(url: string, facets: Facets, chunks: readonly Pick<IndexedChunk, 'chunk'>[]): FilterPayload {
  return {
    url: url.toWellFormed(),
    path: pathKey(url).toWellFormed(),
    sections: [...new Set(chunks.flatMap(({ chunk }) => sectionsOf(chunk)))],
    locale: facets.locale.toWellFormed(),
    version: facets.version.toWellFormed(),
    module: facets.module.toWellFormed(),
  };
}

/** The `sectionKey`s by which filters find a chunk. */
export function sectionsOf({ heading, anchor }: Pick<Chunk, 'heading' | 'anchor'>): readonly string[] {
  return [heading, anchor].map((name) => sectionKey(name).toWellFormed()).filter((key) => key !== '');
}

/** Points of the passages of a page with vectors. `indexOf` gives the index of a term in sparse vectors. */
export function passagePoints(
  { page, vectors: { passages, headings } }: WholePage,
  totals: Totals,
  indexOf: (term: string) => number,
): readonly Point[] {
  return page.chunks.map(({ chunk, terms }, i) => {
    const lengths = lengthsOf(terms);
    const distinct = [...distinctTerms(terms)];
    return {
      id: pointId('passage', chunk.id),
      vector: {
        // Rounded to the precision of stored vectors, because JSON of full floats is twice as long.
        '': Array.from(passages[i]!, (value) => Math.round(value * 1e6) / 1e6),
        [SPARSE]: {
          indices: distinct.map(indexOf),
          values: distinct.map((term) => weightOf(term, terms, lengths, totals)),
        },
      },
      payload: { ...passagePayload(chunk, headings[i]!) },
    };
  });
}

/** BM25F weight of a term in a passage, without its idf. */
function weightOf(term: string, terms: TermCounts, lengths: FieldCounts, totals: Totals): number {
  const frequencies = FIELDS.map((field, i) =>
    fieldFrequency(field, terms[field].get(term) ?? 0, lengths[i]!, totals.lengths[i]! / totals.passages),
  );
  return saturate(frequencies.reduce((sum, frequency) => sum + frequency, 0));
}

export function passagePayload(chunk: Chunk, heading: Float32Array): PassagePayload {
  const { text, ...rest } = chunk;
  return {
    ...filterPayload(chunk.url, chunk, [{ chunk }]),
    text: text.toWellFormed(),
    title: chunk.title.toWellFormed(),
    section_heading: chunk.heading.toWellFormed(),
    chunk_index: chunk.indexInSection,
    chunk_id: chunk.id,
    chunk: JSON.stringify(text.isWellFormed() ? rest : chunk),
    heading: encodeVectors([heading]),
  };
}

export function chunkOf(payload: Payload): Chunk {
  const { text, chunk } = payload as unknown as PassagePayload;
  return { text, ...(JSON.parse(chunk) as Omit<Chunk, 'text'>) };
}

export function sumOf(lengths: readonly FieldCounts[]): FieldCounts {
  return FIELDS.map((_, i) => lengths.reduce((sum, one) => sum + one[i]!, 0));
}

function lengthsOf(terms: TermCounts): FieldCounts {
  return FIELDS.map((field) => terms[field].values().reduce((sum, count) => sum + count, 0));
}
