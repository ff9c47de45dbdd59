import type { CallOptions } from './call-options.ts';
import type { Chunk } from './chunk.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { EmbeddingSpace } from './embedder.ts';
import type { Facets } from './page.ts';

/**
 * Restricts a search to some pages and sections. All given conditions must match; they apply before any limit. A page without a locale or
 * version matches every value, as the blog of a versioned site does.
 */
export interface Where extends Partial<Facets> {
  /** Paths in the form that `pathKey` returns; a page must match one of them. */
  readonly paths?: readonly string[];
  /** `sectionKey` values; a chunk must match one of them. */
  readonly sections?: readonly string[];
}

/** Number of occurrences of each token in each field of a chunk. */
export interface TermCounts {
  readonly title: ReadonlyMap<string, number>;
  readonly headings: ReadonlyMap<string, number>;
  readonly body: ReadonlyMap<string, number>;
}

/** A chunk with its term counts, as written to the store. */
export interface IndexedChunk {
  readonly chunk: Chunk;
  readonly terms: TermCounts;
}

/** One whole page: the unit of writing. */
export interface IndexedPage {
  readonly url: string;
  readonly title: string;
  readonly revision: string;
  readonly sourceFile: string;
  /** Text of the page; the chunks' offsets refer to it. */
  readonly text: string;
  /** In page order; may be empty for a page without text. */
  readonly chunks: readonly IndexedChunk[];
  /** Problems found while reading the page; kept so that `verify` and reports can show them. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface PageRevision {
  readonly url: string;
  readonly revision: string;
}

export interface PageSummary extends Facets {
  readonly url: string;
  readonly title: string;
  readonly chunks: number;
}

export interface PageInfo extends PageRevision, PageSummary {
  readonly sourceFile: string;
}

/** Vectors of one page in one space. Both arrays are parallel to the page's chunks. */
export interface PageVectors {
  readonly url: string;
  readonly spaceId: string;
  /** Vectors of title, headings and body together. */
  readonly passages: readonly Float32Array[];
  /** Vectors of title and headings alone; all zero if there are none. */
  readonly headings: readonly Float32Array[];
}

/** A live page in the form given to `putPage` and `putVectors`, for copying it to another store. */
export interface WholePage {
  readonly page: IndexedPage;
  /** Vectors in the live space. A store may keep less precision than float32: each component is within 1e-4 of the stored value. */
  readonly vectors: PageVectors;
}

/** Settings that must be equal to reuse pages of an earlier build. If any differs, `beginBuild` starts empty. */
export interface IndexSchema {
  readonly chunker: string;
  readonly tokenizer: string;
}

/** Describes the live generation. */
export interface IndexInfo {
  readonly generation: number;
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly pages: number;
  readonly chunks: number;
  /** Space of all vectors of the generation, as passed to `publish`. */
  readonly space: EmbeddingSpace;
  /** ISO 8601 UTC, as passed to `publish`. */
  readonly publishedAt: string;
}

/** Contents of the current build. */
export interface BuildState {
  /** True if this continues an interrupted build with the same schema and source. */
  readonly resumed: boolean;
  /** Pages now in the build: those of the live generation plus those an interrupted build had written. */
  readonly pages: readonly PageRevision[];
}

/** One query for all search legs; see `retrieve/` for the formulas. */
export interface LegQuery {
  /** Distinct tokens with their counts in the query; may be empty. */
  readonly terms: readonly { readonly term: string; readonly count: number }[];
  /** L2-normalised, in the space of the generation; `undefined` searches the text leg only. */
  readonly vector: Float32Array | undefined;
  /** Number of best passages that each leg contributes as candidates. At least 1. */
  readonly limit: number;
  readonly where?: Where;
}

/**
 * A way to score a passage.
 * `text`: BM25F, at least 0.
 * `vector`: q·d + HEADING_WEIGHT · q·h.
 * `page`: q·g for the page of the passage.
 * `pageText`: BM25 of the query against the bodies of all passages of the page together, see `retrieve/bm25f.ts`; at least 0.
 */
export type Leg = 'text' | 'vector' | 'page' | 'pageText';

/** Raw scores of one passage in all legs, whichever leg found it. */
export interface Candidate extends Readonly<Record<Leg, number>> {
  readonly id: string;
  readonly url: string;
  /** q·d alone, -1 to 1. */
  readonly similarity: number;
}

/** Best score of a leg, and its score at rank `limit` (the worst score if fewer passages pass the filter). */
export interface LegRange {
  readonly hi: number;
  readonly lo: number;
}

/** With the range of each leg. Those of pages count passages too: all passages of a page tie. */
export interface LegResult extends Readonly<Record<Leg, LegRange>> {
  /** Union of the best of the text, vector and page legs, ordered by id. The page text leg only re-ranks them. */
  readonly candidates: readonly Candidate[];
  /** Number of passages and of distinct pages that pass the filter. */
  readonly passages: number;
  readonly pages: number;
  /** idf of each query term over the whole index, parallel to `terms`. Unknown terms get the idf for df = 0. */
  readonly idf: readonly number[];
  /** Generation that the whole result comes from. */
  readonly generation: number;
}

/** All tokens of a generation. Each maps to the number of passages that contain it; at least 1. */
export interface IndexTerms {
  readonly generation: number;
  readonly terms: ReadonlyMap<string, number>;
}

/** Caches embeddings by content hash, so that the same text is never paid for twice. */
export interface EmbeddingCache {
  /** `result[i]` belongs to `hashes[i]`. */
  get(
    spaceId: string,
    hashes: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]>;
  put(
    spaceId: string,
    entries: readonly { readonly hash: string; readonly vector: Float32Array }[],
    options?: CallOptions,
  ): Promise<void>;
}

/**
 * Interface for store drivers. Arguments are already valid: the facade checks dimensions, lengths, empty batches, abort and use after
 * close, and wraps everything a driver throws.
 *
 * A store has one live generation and at most one build. Readers see the whole live generation until `publish` switches to the build. In a
 * store that outlives the process, each write below is durable and atomic on its own, and survives `kill -9` once acknowledged.
 */
export interface StoreDriver {
  readonly name: string;
  /**
   * Creates missing files or tables. Rejects with `INDEX_DAMAGED` if the file is not a valid index, and with `INDEX_MISMATCH` for a newer
   * format.
   */
  open(options?: CallOptions): Promise<void>;
  close(): Promise<void>;

  /** Describes the live generation; `undefined` before the first `publish`. */
  info(options?: CallOptions): Promise<IndexInfo | undefined>;
  search(query: LegQuery, options?: CallOptions): Promise<LegResult>;
  /** `result[i]` belongs to `ids[i]`. */
  getChunks(ids: readonly string[], options?: CallOptions): Promise<readonly (Chunk | undefined)[]>;
  /** Chunks are in page order. */
  getPage(
    path: string,
    options?: CallOptions,
  ): Promise<(PageInfo & { readonly text: string; readonly content: readonly Chunk[] }) | undefined>;
  /** Yields every live page once, ordered by URL. */
  listPages(options?: CallOptions): AsyncIterable<PageInfo>;
  /**
   * Yields every live page in full, ordered by URL; with `after`, only pages whose URL sorts after it. All pages are of one generation:
   * rejects with `STORE_BUSY`, retryable, if another one is published before the end. Yields nothing before the first publish. Rejects
   * with `UNSUPPORTED` if the index does not store whole pages.
   */
  readPages(from?: { readonly after?: string }, options?: CallOptions): AsyncIterable<WholePage>;
  /**
   * Returns the tokens of the live generation, or `undefined` if that is generation `known` or nothing is published yet. The key is
   * required; it is `undefined` if the store cannot list its tokens at about the cost of a search.
   */
  readonly terms: ((known: number | undefined, options?: CallOptions) => Promise<IndexTerms | undefined>) | undefined;
  /** Reads everything and reports problems: wrong hashes, lengths, orphans, missing vectors. Yields nothing if the index is sound. */
  check(options?: CallOptions): AsyncIterable<Diagnostic>;

  /**
   * Acquires the writer lock (`STORE_BUSY` if another live process has it). Then continues an interrupted build of the same schema and
   * source, or starts a new one. A new build starts with the live pages if `schema` equals theirs and `fresh` is not set; otherwise it
   * starts empty.
   */
  beginBuild(
    build: { readonly schema: IndexSchema; readonly sourceId: string; readonly fresh: boolean },
    options?: CallOptions,
  ): Promise<BuildState>;
  /** Adds or replaces a page in the build, and removes the vectors of the replaced content. */
  putPage(page: IndexedPage, options?: CallOptions): Promise<void>;
  /** Unknown URLs are ignored. */
  deletePages(urls: readonly string[], options?: CallOptions): Promise<void>;
  /** Yields the build's chunks page by page, ordered by URL. With `withoutVectorsIn`, only pages that lack vectors in that space. */
  listBuild(
    filter?: { readonly withoutVectorsIn?: string },
    options?: CallOptions,
  ): AsyncIterable<{ readonly url: string; readonly chunks: readonly Chunk[] }>;
  /** Of an unchanged page that is live in the same space, a store may keep the live vectors instead. */
  putVectors(vectors: PageVectors, options?: CallOptions): Promise<void>;
  /**
   * Switches atomically to the build, then removes data that is no longer visible. The facade refuses with `BUILD_INCOMPLETE` while a page
   * lacks vectors in the space.
   */
  publish(
    build: { readonly space: EmbeddingSpace; readonly publishedAt: string },
    options?: CallOptions,
  ): Promise<IndexInfo>;
  /** Discards the build, if any, and releases the writer lock. */
  abandonBuild(options?: CallOptions): Promise<void>;

  /** Required key, so that every driver states if it has a cache. */
  readonly cache: EmbeddingCache | undefined;
}

/** The part of a store that answering needs. */
export interface ReadableStore extends Pick<
  StoreDriver,
  'info' | 'search' | 'getChunks' | 'getPage' | 'terms' | 'cache' | 'close'
> {
  /** Yields every live page once, ordered by URL. */
  listPages(options?: CallOptions): AsyncIterable<PageSummary>;
}
