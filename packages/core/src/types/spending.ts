import type { CallOptions, Payer } from './call-options.ts';

export interface ReservationRequest {
  readonly payer: Payer;
  readonly model: string;
  /** Maximum the call can use, not the expected value; a whole number from 1. */
  readonly inputTokens: number;
  /** Maximum the call can use; a whole number from 0. */
  readonly outputTokens: number;
}

/** Token counts as reported by the service. */
export interface TokenUsage {
  /** Includes cached tokens. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** Cost charged for one call. */
export interface Charge {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In millionths of the currency, rounded up; `undefined` if the model has no price. */
  readonly microCost: number | undefined;
}

/** Money reserved for one model call. */
export interface Reservation {
  /**
   * Charges the usage, including usage beyond the reservation, and releases the rest.
   * `undefined`: the service reported nothing, so the full reservation is charged; likewise for counts that are not whole numbers, and
   * for zero input tokens, which is how clients report a missing count.
   * `'not-called'`: nothing was sent, nothing is charged.
   * Takes effect once; later calls return the first charge. Never rejects: a charge that cannot be written stays reserved.
   */
  settle(usage: TokenUsage | 'not-called' | undefined): Promise<Charge>;
}

/** The only way to call a model: every call needs a reservation. */
export interface Spending {
  /**
   * Returns `undefined` if a cap would be exceeded. Rejects if the reservation cannot be written, for example with `STORE_BUSY` or
   * `INDEX_DAMAGED`; then no call may be made. After `ABORTED` nothing stays booked.
   */
  reserve(request: ReservationRequest, options?: CallOptions): Promise<Reservation | undefined>;
}
