/** The last parameter of every asynchronous method. */
export interface CallOptions {
  /** Aborting rejects the call with `ABORTED` and stops the work behind it. */
  readonly signal?: AbortSignal;
}
