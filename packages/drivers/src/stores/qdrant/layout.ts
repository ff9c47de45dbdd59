/**
 * Where an index lies in Qdrant. `B` is the collection's name, `physical_ai_book` unless the owner names another.
 *
 *     B             alias of the published generation; what other programs of the book contract read
 *     B-v<k>        passages of generation k: unnamed vector (Cosine), sparse vector `bm25`, payload of the contract and what scores need
 *     B-v<k>-meta   no vectors: pages whole and with their vectors, spaces, statistics, the state of the build
 *     B-meta        no vectors: the writer lock, the highest k that was given out, cached embeddings
 *
 * A build writes `B-v<k>-meta` alone, beginning with copies of the pages that it keeps. Publishing makes `B-v<k>` of it, checks its count,
 * moves the alias, which is atomic, and deletes the collections of every other generation. No k is given out twice, so whatever comes late
 * of another build reaches a collection that no alias names, or none.
 */
import type { EmbeddingSpace, IndexInfo, IndexSchema, PageInfo } from '@ibid/core/types';
import { createHash } from 'node:crypto';

/** Name of the sparse vector: each term's part of BM25F before its idf. */
export const SPARSE = 'bm25';
/** Fields that filters compare, in passages and pages alike. */
export const FILTERED = ['path', 'url', 'sections', 'locale', 'version', 'module'] as const;

export function passagesOf(base: string, version: number): string {
  return `${base}-v${version}`;
}

export function metaOf(base: string, version: number): string {
  return `${base}-v${version}-meta`;
}

/** The collection that outlives generations. */
export function sharedOf(base: string): string {
  return `${base}-meta`;
}

/** k of a collection's name; `undefined` for collections of others. */
export function versionOf(base: string, collection: string): number | undefined {
  const rest = collection.startsWith(`${base}-v`) ? collection.slice(base.length + 2) : '';
  const found = /^(\d+)(?:-meta)?$/u.exec(rest)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** UUID that follows from what a point stands for, so that writing it twice leaves one point. */
export function pointId(kind: string, name: string): string {
  const hex = digest(`${kind} ${name}`).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Key of a term or space in payloads: hex, so that no name can read as a path into the payload. */
export function nameKey(name: string): string {
  return digest(name).toString('hex', 0, 8);
}

/** Index of a term in sparse vectors, 0 to 2³² − 1. Two terms of one index add up there, which is why no score rests on it. */
export function termIndex(term: string): number {
  return digest(term).readUInt32BE(8);
}

/** Of UTF-16 units: UTF-8 makes one of all lone surrogates. */
function digest(text: string): Buffer {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest();
}

/** Fields that filters compare; texts are well-formed, because JSON on its way to Qdrant cannot carry a lone surrogate. */
interface FilterPayload {
  readonly url: string;
  /** `pathKey` of the URL. */
  readonly path: string;
  /** `sectionKey`s of heading and anchor; of all its passages in a page. */
  readonly sections: readonly string[];
  readonly locale: string;
  readonly version: string;
  readonly module: string;
}

/** A passage: the six fields of the book contract, then ours. */
export interface PassagePayload extends FilterPayload {
  readonly text: string;
  readonly title: string;
  readonly section_heading: string;
  readonly chunk_index: number;
  readonly chunk_id: string;
  /** The chunk as JSON, without its text where that is well-formed. */
  readonly chunk: string;
  /** Vector of title and headings, see `encodeVectors`. */
  readonly heading: string;
  /** Tokens of title, headings and body. */
  readonly lengths: readonly [number, number, number];
  /** How often each term stands in title, headings and body, by `nameKey`. */
  readonly terms: Readonly<Record<string, readonly [number, number, number]>>;
}

/** Vectors of a page in one space, under `vectorsKey`. */
export interface VectorsPayload {
  readonly passages: string;
  readonly headings: string;
  /** Mean direction of the passages. */
  readonly direction: string;
}

export interface PagePayload extends FilterPayload {
  /** `empty` without passages. */
  readonly kind: 'page' | 'empty';
  readonly info: string;
  readonly chunks: number;
  /** The whole `IndexedPage`: deflated JSON in base64. */
  readonly body: string;
  /** Body tokens of the whole page, and how often each term stands there, by `nameKey`. */
  readonly length: number;
  readonly counts: Readonly<Record<string, number>>;
}

export function vectorsKey(spaceId: string): string {
  return `v_${nameKey(spaceId)}`;
}

export function pageInfoOf({ info }: Pick<PagePayload, 'info'>): PageInfo {
  return JSON.parse(info) as PageInfo;
}

/** Sums over a generation from which averages follow. */
export interface Totals {
  /** Pages with passages, and their body tokens. */
  readonly pages: number;
  readonly passages: number;
  /** Tokens of titles, headings and bodies over all passages. */
  readonly lengths: readonly [number, number, number];
}

/** The one point of kind `state`: written when a build holds all that it begins with, and once more before it is published. */
export interface BuildState {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly published?: {
    readonly info: Omit<IndexInfo, 'space'>;
    /** Its data are a blob. */
    readonly space: Omit<EmbeddingSpace, 'data'>;
    readonly totals: Totals;
  };
}

export const STATE_ID: string = pointId('state', '');
