import type { CallOptions } from './call-options.ts';

export interface AskOptions extends CallOptions {
  /** Nobody unless given: then only the caps of all together count. */
  readonly payer?: Payer;
}

/** On whose accounts a question is booked, besides that of all together. Keys are opaque, and hashed where they tell of a person. */
export interface Payer {
  readonly client?: string;
  readonly siteKey?: string;
  readonly session?: string;
}
