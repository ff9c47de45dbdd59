/** A lock beside the store's own, such as one in a shared database. */
export interface WriterLock {
  /** Rejects with `STORE_BUSY` while another process has it. */
  acquire(): Promise<{
    /** Aborted when it was lost. */
    readonly lost: AbortSignal;
    release(): Promise<void>;
  }>;
}
