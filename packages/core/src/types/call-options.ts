/** Last parameter of every asynchronous method. */
export interface CallOptions {
  /** Aborting rejects the call with `ABORTED` and stops its work. */
  readonly signal?: AbortSignal;
}
