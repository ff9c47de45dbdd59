import type { CallOptions } from './call-options.ts';

export interface HeldLock {
  /** Fires when the lock was lost, as with its connection: what it guards must stop. Does not fire for `release`. */
  readonly lost: AbortSignal;
  /** Never rejects, and may be repeated; gives up nothing of the next holder. */
  release(): Promise<void>;
}

/** The right to build an index, for one process at a time, until `release` or the end of the process. */
export interface BuildLock {
  /** Rejects with `STORE_BUSY`, retryable, with host and process of the holder in message and `details` where they are known; `ABORTED`. */
  acquire(options?: CallOptions): Promise<HeldLock>;
}
