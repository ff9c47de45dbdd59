import type { OpenEmbedderOptions } from '../embed/open-embedder.ts';
import type { ChunkStore } from '../store/open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import type { EmbedderSource } from '../types/embedder.ts';
import type { PageParser } from '../types/page-parser.ts';
import type { Source } from '../types/source.ts';

export const INGEST_STAGES = ['list', 'pages', 'fit', 'embed', 'publish'] as const;

/** In the order in which they run; a run that needs no fit leaves `fit` out. */
export type IngestStage = (typeof INGEST_STAGES)[number];

/** For progress bars: `done` never falls within a stage. */
export interface IngestProgress {
  readonly stage: IngestStage;
  readonly done: number;
  /** `undefined` while the source still discovers pages. */
  readonly total: number | undefined;
}

/** Everything is lent: the caller closes source, parser, store and embedder. */
export interface IngestOptions extends CallOptions {
  readonly source: Source;
  readonly parser: PageParser;
  readonly store: ChunkStore;
  readonly embedder: EmbedderSource;
  /** Dates the generation and times the stages. */
  readonly now: () => Date;
  /** Reads every page again, gives all of them vectors again, and fits again. Cached vectors are reused. */
  readonly fresh?: boolean;
  /** Lists and compares only; nothing is read or written. */
  readonly dryRun?: boolean;
  /** Confirms a build that lost more than 30 % of the live pages. */
  readonly allowShrink?: boolean;
  /**
   * Options for calls of the embedder; see `openEmbedder`. `concurrency` counts here only if given and for cacheable embedders: an
   * interrupted run then pays for up to that many batches again, otherwise for one.
   */
  readonly embedding?: Omit<OpenEmbedderOptions, 'cache'>;
  readonly onProgress?: (event: IngestProgress) => void;
}

/** A page that could not be taken in. */
export interface FailedPage {
  /** URL. */
  readonly page: string;
  readonly stage: 'load' | 'parse' | 'chunk' | 'embed';
  readonly error: string;
  /** True if the content that was live before still is. */
  readonly kept: boolean;
}

/**
 * Comparison of the site with the generation that was live before, by revision and whatever had to be read again for it.
 * `found` = `added` + `changed` + `unchanged` + `skipped` + `failed`.
 */
export interface PageCounts {
  readonly found: number;
  readonly added: number;
  readonly changed: number;
  /** Live before and not any more. */
  readonly removed: number;
  readonly unchanged: number;
  /** Listed, without content to index: drafts, redirects, `noindex`. */
  readonly skipped: number;
  readonly failed: number;
}

export interface IngestReport {
  /** `partial` when at least one page failed. */
  readonly status: 'complete' | 'partial';
  readonly dryRun: boolean;
  /** True when nothing differed and the live generation was left as it is; for a dry run, when nothing would differ. */
  readonly unchanged: boolean;
  readonly pages: PageCounts;
  /** URLs behind the counts, ordered. */
  readonly changes: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly removed: readonly string[];
  };
  readonly failed: readonly FailedPage[];
  /** Passages in the live generation afterwards. */
  readonly chunks: number;
  /** Calls of the embedder, and texts that it embedded: passages, headings, parts of what it refused as too long; cached texts do not count. */
  readonly embedded: { readonly calls: number; readonly texts: number };
  /** Id of the space of the live generation afterwards; of a dry run, of the embedder that the run would use, or of its family. */
  readonly embedder: string;
  /** Of a dry run: passages of unchanged pages that would be embedded all the same, as after a change of embedder. Those whose vectors are kept cost nothing. */
  readonly toEmbed: number;
  readonly refitted: boolean;
  /** Generation live afterwards; 0 when there is none. */
  readonly generation: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds per stage. */
  readonly timings: Readonly<Record<IngestStage, number>>;
}
