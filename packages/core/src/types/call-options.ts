/** Last parameter of every asynchronous method. */
export interface CallOptions {
  /** Aborting rejects the call with `ABORTED` and stops its work. */
  readonly signal?: AbortSignal;
}

export interface AskOptions extends CallOptions {
  /** If not given, only the overall caps apply. */
  readonly payer?: Payer;
}

/** Accounts a question is booked on, in addition to the overall account. Keys are opaque, and hashed if they identify a person. */
export interface Payer {
  readonly client?: string;
  readonly siteKey?: string;
  readonly session?: string;
}
