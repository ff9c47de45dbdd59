import type { Payer } from './ask-options.ts';
import type { CallOptions } from './call-options.ts';

export interface ReservationRequest {
  readonly payer: Payer;
  readonly model: string;
  /** The most that the call can use, not the likely; a whole number from 1. */
  readonly inputTokens: number;
  /** The most that the call can use; a whole number from 0. */
  readonly outputTokens: number;
}

/** As the service reports it. */
export interface TokenUsage {
  /** Cached ones included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** What a call was charged. */
export interface Charge {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In millionths of the currency, rounded up; `undefined` where the model has no price. */
  readonly microCost: number | undefined;
}

/** Money held for one call of a model. */
export interface Reservation {
  /**
   * Gives back what was not used. `undefined` = the service does not say: all that was reserved counts as used; so does a count
   * that is not a whole number, and one of no input tokens at all, which is what clients make of a missing one. What goes
   * beyond the reservation is charged too. `'not-called'` = nothing was sent, nothing is charged. Once; repeating it gives
   * the first charge. Never rejects: what cannot be written stays reserved.
   */
  settle(usage: TokenUsage | 'not-called' | undefined): Promise<Charge>;
}

/** The one way to a model: no call without a reservation. */
export interface Spending {
  /**
   * `undefined` when a cap would be passed. Rejects, with `STORE_BUSY` or `INDEX_DAMAGED` for instance, when it cannot be written
   * down, and then nothing may be called. After `ABORTED` nothing stays booked.
   */
  reserve(request: ReservationRequest, options?: CallOptions): Promise<Reservation | undefined>;
}
