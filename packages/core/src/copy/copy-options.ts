import type { ChunkStore } from '../open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';

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

export interface CopyReport {
  /** `unchanged`: the target showed the same generation already. */
  readonly status: 'copied' | 'unchanged' | 'dry-run';
  /** Whether an interrupted copy, or an interrupted indexing of the same site, went on. */
  readonly resumed: boolean;
  readonly pages: {
    readonly total: number;
    readonly copied: number;
    /** Already there, with vectors. */
    readonly kept: number;
    readonly removed: number;
  };
  readonly chunks: number;
  readonly spaceId: string;
  /** On show in the source when the copy began, and in the target when it ended; 0 where the target shows nothing. */
  readonly generations: { readonly from: number; readonly to: number };
}

/** Throws `ABORTED` once the signal has fired. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new IbidError('ABORTED', 'Copying was stopped; run it again to go on where it stopped.', {
    retryable: true,
    cause: signal.reason,
  });
}
