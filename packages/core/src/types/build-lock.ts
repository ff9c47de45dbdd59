import type { CallOptions } from './call-options.ts';

export interface HeldBuildLock {
  /** Fires when another took the lock because this process seemed dead; the build must stop. Does not fire for `release`. */
  readonly lost: AbortSignal;
  /**
   * May be repeated; gives up nothing of the next holder. When it rejects, no life is shown any more, so that others have the lock
   * after ten seconds.
   */
  release(): Promise<void>;
}

/**
 * The right to build an index, for one process at a time. A holder shows that it lives without help of the caller, until `release` or
 * the end of its process; one that died without a word is noticed.
 */
export interface BuildLock {
  /**
   * Rejects with `STORE_BUSY`, retryable, with host and process of the holder in message and `details`, when it lives; `ABORTED`.
   * It may take ten seconds to make sure that a holder is dead.
   */
  acquire(options?: CallOptions): Promise<HeldBuildLock>;
}
