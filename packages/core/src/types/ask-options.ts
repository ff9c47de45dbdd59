import type { CallOptions } from './call-options.ts';

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
