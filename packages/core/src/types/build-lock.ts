import type { CallOptions } from './call-options.ts';

export interface HeldLock {
  /** Fires if the lock is lost, for example with its connection: the guarded work must stop. Does not fire on `release`. */
  readonly lost: AbortSignal;
  /** Releases the lock. Never rejects, and may be called again; it does not affect the next holder. */
  release(): Promise<void>;
}

/** Lock for building an index: one process at a time, until `release` or the end of the process. */
export interface BuildLock {
  /** Rejects with `STORE_BUSY`, retryable, with the holder's host and process in message and `details` if known, or with `ABORTED`. */
  acquire(options?: CallOptions): Promise<HeldLock>;
}
