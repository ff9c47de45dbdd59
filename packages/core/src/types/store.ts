import type { CallOptions } from './call-options.ts';
import type { Chunk } from './chunk.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { EmbeddingSpace } from './embedder.ts';
import type { Facets } from './page.ts';

/**
 * Restricts a search to pages and sections. All given conditions must hold. Applied before any limit. A page that does not say its
 * locale or version belongs to each of them, as the blog of a versioned site does.
 */
export interface Where extends Partial<Facets> {
  /** Paths as `pathKey` makes them; a page must match one of them. */
  readonly paths?: readonly string[];
  /** `sectionKey` values; a chunk must match one of them. */
  readonly sections?: readonly string[];
}

/** How often each token stands in each field of a chunk. */
export interface TermCounts {
  readonly title: ReadonlyMap<string, number>;
  readonly headings: ReadonlyMap<string, number>;
  readonly body: ReadonlyMap<string, number>;
}

/** A chunk as the store takes it. */
export interface IndexedChunk {
  readonly chunk: Chunk;
  readonly terms: TermCounts;
}

/** One page, whole: the unit of writing. */
export interface IndexedPage {
  readonly url: string;
  readonly title: string;
  readonly revision: string;
  readonly sourceFile: string;
  /** Text that the chunks' offsets index into. */
  readonly text: string;
  /** In page order; may be empty for a page without text. */
  readonly chunks: readonly IndexedChunk[];
  /** Problems met while reading the page; kept so that `verify` and reports can show them. */
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

/** Vectors of one page in one space; both arrays run parallel to the page's chunks. */
export interface PageVectors {
  readonly url: string;
  readonly spaceId: string;
  /** Of title, headings and body together. */
  readonly passages: readonly Float32Array[];
  /** Of title and headings alone; all zero where there are none. */
  readonly headings: readonly Float32Array[];
}

/** A live page as `putPage` and `putVectors` took it, for copying it into another store. */
export interface WholePage {
  readonly page: IndexedPage;
  /** In the live space. A store may keep less than float32: each component is within 1e-4 of what was put. */
  readonly vectors: PageVectors;
}

/** What must be equal for pages of an earlier build to be reused. A difference makes `beginBuild` start from nothing. */
export interface IndexSchema {
  readonly chunker: string;
  readonly tokenizer: string;
}

/** The live generation. */
export interface IndexInfo {
  readonly generation: number;
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly pages: number;
  readonly chunks: number;
  /** Space of all vectors of the generation, as given to `publish`. */
  readonly space: EmbeddingSpace;
  /** ISO 8601 UTC, as given to `publish`. */
  readonly publishedAt: string;
}

/** What a build that is under way already holds. */
export interface BuildState {
  /** True when an interrupted build of the same schema and source goes on. */
  readonly resumed: boolean;
  /** Pages in the build now: those of the live generation plus what an interrupted build had written. */
  readonly pages: readonly PageRevision[];
}

/** One query over all legs; see `retrieve/` for the formulas. */
export interface LegQuery {
  /** Distinct tokens and how often each stands in the query; may be empty. */
  readonly terms: readonly { readonly term: string; readonly count: number }[];
  /** L2-normalised, in the space of the generation; `undefined` = text leg only. */
  readonly vector: Float32Array | undefined;
  /** Each leg's best this many passages are candidates. At least 1. */
  readonly limit: number;
  readonly where?: Where;
}

/** Raw scores of one passage in all legs, whichever leg brought it. */
export interface Candidate {
  readonly id: string;
  readonly url: string;
  /** BM25F, at least 0. */
  readonly text: number;
  /** q·d + HEADING_WEIGHT · q·h. */
  readonly vector: number;
  /** q·g of the passage's page. */
  readonly page: number;
  /** BM25 of the query against all bodies of the passage's page together, see `retrieve/bm25f.ts`; at least 0. */
  readonly pageText: number;
  /** q·d alone, -1 to 1. */
  readonly similarity: number;
}

/** Best score of a leg, and the score at `limit` (the worst one when fewer passages pass the filter). */
export interface LegRange {
  readonly hi: number;
  readonly lo: number;
}

export interface LegResult {
  /** Union of the best of the text, vector and page legs, ordered by id. The page text leg only re-ranks them. */
  readonly candidates: readonly Candidate[];
  readonly text: LegRange;
  readonly vector: LegRange;
  readonly page: LegRange;
  /** Like the page leg it counts passages: all passages of a page tie. */
  readonly pageText: LegRange;
  /** Passages and distinct pages that the filter lets through. */
  readonly passages: number;
  readonly pages: number;
  /** idf of each query term over the whole index, parallel to `terms`; unknown terms have the idf of df = 0. */
  readonly idf: readonly number[];
  /** Generation that answered: all of it, or none. */
  readonly generation: number;
}

/** Every token of a generation, with the number of its passages that hold it; at least 1. */
export interface IndexTerms {
  readonly generation: number;
  readonly terms: ReadonlyMap<string, number>;
}

/** Embeddings by content hash, so that the same text is never paid for twice. */
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
 * The implementer's face. Arguments are already valid: the facade checks dimensions, lengths, empty batches, abort and use
 * after close, and wraps whatever a driver throws.
 *
 * A store holds one live generation and at most one build. Readers see the live generation, whole, until `publish`
 * switches. Each write below is durable and atomic on its own when `traits.durable`.
 */
export interface StoreDriver {
  readonly name: string;
  readonly traits: {
    /** Data outlive the process; acknowledged writes survive `kill -9`. */
    readonly durable: boolean;
  };
  /** Creates what is missing. Rejects with `INDEX_DAMAGED` on a file that is not a sound index, `INDEX_MISMATCH` on a newer format. */
  open(options?: CallOptions): Promise<void>;
  close(): Promise<void>;

  /** The live generation, or `undefined` before the first `publish`. */
  info(options?: CallOptions): Promise<IndexInfo | undefined>;
  search(query: LegQuery, options?: CallOptions): Promise<LegResult>;
  /** `result[i]` belongs to `ids[i]`. */
  getChunks(ids: readonly string[], options?: CallOptions): Promise<readonly (Chunk | undefined)[]>;
  /** Chunks in page order. */
  getPage(
    path: string,
    options?: CallOptions,
  ): Promise<(PageInfo & { readonly text: string; readonly content: readonly Chunk[] }) | undefined>;
  /** Every live page once, ordered by URL. */
  listPages(options?: CallOptions): AsyncIterable<PageInfo>;
  /**
   * Every live page, whole, ordered by URL; with `after`, those whose URL comes after it. All of one generation: rejects with
   * `STORE_BUSY`, retryable, when another is published before the end. Ends at once before the first publish. Rejects with `UNSUPPORTED`
   * where the index holds less than whole pages.
   */
  readPages(from?: { readonly after?: string }, options?: CallOptions): AsyncIterable<WholePage>;
  /**
   * The tokens of the live generation; resolves with `undefined` where that is generation `known`, and before the first publish.
   * Required key: `undefined` where the store cannot list its tokens for about the price of a search.
   */
  readonly terms: ((known: number | undefined, options?: CallOptions) => Promise<IndexTerms | undefined>) | undefined;
  /** Reads everything and reports what does not fit: wrong hashes, lengths, orphans, missing vectors. Ends without a report when sound. */
  check(options?: CallOptions): AsyncIterable<Diagnostic>;

  /**
   * Acquires the writer lock (`STORE_BUSY` when another live process has it), then goes on with an interrupted build of the same
   * schema and source, or starts one. A new build begins with the live pages when `schema` equals theirs and `fresh` is
   * not set, else empty.
   */
  beginBuild(
    build: { readonly schema: IndexSchema; readonly sourceId: string; readonly fresh: boolean },
    options?: CallOptions,
  ): Promise<BuildState>;
  /** Adds or replaces the page in the build. Vectors of the replaced content are dropped from the build. */
  putPage(page: IndexedPage, options?: CallOptions): Promise<void>;
  /** Unknown URLs are ignored. */
  deletePages(urls: readonly string[], options?: CallOptions): Promise<void>;
  /** The build's chunks page by page, ordered by URL. With `withoutVectorsIn`, only pages that lack vectors in that space. */
  listBuild(
    filter?: { readonly withoutVectorsIn?: string },
    options?: CallOptions,
  ): AsyncIterable<{ readonly url: string; readonly chunks: readonly Chunk[] }>;
  putVectors(vectors: PageVectors, options?: CallOptions): Promise<void>;
  /** Switches atomically to the build; rejects with `BUILD_INCOMPLETE` while a page lacks vectors in the space. Removes what nothing shows any more. */
  publish(
    build: { readonly space: EmbeddingSpace; readonly publishedAt: string },
    options?: CallOptions,
  ): Promise<IndexInfo>;
  /** Drops the build, if any, and releases the writer lock. */
  abandonBuild(options?: CallOptions): Promise<void>;

  /** Required key: every driver says whether it has a cache. */
  readonly cache: EmbeddingCache | undefined;
}

/** What answering needs of a store. */
export interface ReadableStore extends Pick<
  StoreDriver,
  'info' | 'search' | 'getChunks' | 'getPage' | 'terms' | 'cache' | 'close'
> {
  /** Every live page once, ordered by URL. */
  listPages(options?: CallOptions): AsyncIterable<PageSummary>;
}
