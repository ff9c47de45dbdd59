import type { OpenEmbedderOptions } from '../open-embedder.ts';
import type { ChunkStore } from '../open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
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
  /** Reads every page again, gives all of them vectors again, and fits anew. What a cache holds is not embedded again (R25). */
  readonly fresh?: boolean;
  /** Lists and compares only; nothing is read or written. */
  readonly dryRun?: boolean;
  /** Confirms a build that lost more than 30 % of the pages on show. */
  readonly allowShrink?: boolean;
  /** Pages that are loaded and parsed at the same time; 4 unless given. */
  readonly concurrency?: number;
  /**
   * How the embedder is called; see `openEmbedder`. `concurrency` counts here only when given and for cacheable embedders: an
   * interrupted run then pays for up to so many batches again, otherwise for one.
   */
  readonly embedding?: Omit<OpenEmbedderOptions, 'cache'>;
  readonly onProgress?: (event: IngestProgress) => void;
}
