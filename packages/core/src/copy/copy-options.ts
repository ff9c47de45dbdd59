import type { ChunkStore } from '../open-store.ts';
import type { CallOptions } from '../types/call-options.ts';

/** In this order; a stage without work is left out. */
export type CopyStage = 'list' | 'copy' | 'publish' | 'cache' | 'compare' | 'search' | 'check';

export interface CopyProgress {
  readonly stage: CopyStage;
  readonly done: number;
  readonly total: number;
}

/** Two stores of one kind or of two; both stay open. */
export interface CopyPair extends CallOptions {
  readonly from: ChunkStore;
  readonly to: ChunkStore;
  readonly onProgress?: (progress: CopyProgress) => void;
}

export interface CopyOptions extends CopyPair {
  /** Writes every page again, and takes over a target that shows another site; default false. */
  readonly fresh?: boolean;
  /** Only counts what would be written; default false. */
  readonly dryRun?: boolean;
}
