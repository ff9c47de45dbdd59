/**
 * Layout of an index in Qdrant. `B` is the name of the collection, by default `physical_ai_book`.
 *
 *     B             alias of the published generation, read by other programs that follow the book contract
 *     B-v<k>        passages of generation k: unnamed vector (Cosine), sparse vector `bm25`, payload of the contract and data for scoring
 *     B-v<k>-meta   no vector fields: whole pages with their vectors, spaces, statistics, state of the build
 *     B-meta        no vector fields: the writer lock, the highest k used so far, cached embeddings
 *
 * A build writes only `B-v<k>-meta`, starting with copies of the pages that it keeps. Publishing creates `B-v<k>` from it, checks its count,
 * moves the alias atomically and deletes the collections of all other generations. Each k is used once, so late writes of another build
 * reach either a collection that no alias names or no collection.
 */
import type { EmbeddingSpace, IndexInfo, IndexSchema, PageInfo } from '@ibid/core/types';
import { createHash } from 'node:crypto';

/** Name of the sparse vector, which has the BM25F weight of each term without its idf. */
export const SPARSE = 'bm25';
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

/** UUID derived from kind and name, so that writing the same item twice leaves one point. */
export function pointId(kind: string, name: string): string {
  const hex = digest(`${kind} ${name}`).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Key of a term or space in payloads. It is hex, so that Qdrant cannot read it as a path into the payload. */
export function nameKey(name: string): string {
  return digest(name).toString('hex', 0, 8);
}

/** Index of a term in sparse vectors, 0 to 2³² − 1. Weights of terms with the same index add up, so final scores do not use these vectors. */
export function termIndex(term: string): number {
  return digest(term).readUInt32BE(8);
}

/** Hashes UTF-16 units, because UTF-8 encodes all lone surrogates alike. */
function digest(text: string): Buffer {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest();
}

/** Fields used by filters. Texts are well-formed, because lone surrogates cannot be sent to Qdrant as JSON. */
interface FilterPayload {
  readonly url: string;
  /** `pathKey` of the URL. */
  readonly path: string;
  /** `sectionKey`s of heading and anchor; for a page, those of all its passages. */
  readonly sections: readonly string[];
  readonly locale: string;
  readonly version: string;
  readonly module: string;
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
  /** Token counts of title, headings and body. */
  readonly lengths: readonly [number, number, number];
  /** Count of each term in title, headings and body, by `nameKey`. */
  readonly terms: Readonly<Record<string, readonly [number, number, number]>>;
}

/** Vectors of a page in one space, stored under `vectorsKey`. */
export interface VectorsPayload {
  readonly passages: string;
  readonly headings: string;
  /** Mean direction of the passage vectors. */
  readonly direction: string;
}

export interface PagePayload extends FilterPayload {
  /** `empty` for a page without passages. */
  readonly kind: 'page' | 'empty';
  readonly info: string;
  readonly chunks: number;
  /** The whole `IndexedPage`: deflated JSON in base64. */
  readonly body: string;
  /** Body tokens of the whole page, and the count of each term in the body, by `nameKey`. */
  readonly length: number;
  readonly counts: Readonly<Record<string, number>>;
}

export function vectorsKey(spaceId: string): string {
  return `v_${nameKey(spaceId)}`;
}

export function pageInfoOf({ info }: Pick<PagePayload, 'info'>): PageInfo {
  return JSON.parse(info) as PageInfo;
}

/** Sums over a generation, from which averages are calculated. */
export interface Totals {
  /** Pages with passages. */
  readonly pages: number;
  readonly passages: number;
  /** Tokens of titles, headings and bodies, summed over all passages. */
  readonly lengths: readonly [number, number, number];
}

/** The one point of kind `state`: written when a build has all its initial pages, and again before it is published. */
export interface BuildState {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly published?: {
    readonly info: Omit<IndexInfo, 'space'>;
    /** The `data` of the space are stored as a blob. */
    readonly space: Omit<EmbeddingSpace, 'data'>;
    readonly totals: Totals;
  };
}

export const STATE_ID: string = pointId('state', '');
