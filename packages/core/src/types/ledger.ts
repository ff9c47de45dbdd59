/** One total that is tracked and may have caps: overall, per client, per site key or per session, for one day. */
export interface LedgerAccount {
  /** For example `all`, or `client:` with a hash. Opaque to the driver. */
  readonly key: string;
  /** UTC day, such as `2026-11-22`; `''` for accounts that are not reset daily. */
  readonly day: string;
  /** `undefined` means no cap. */
  readonly maxTokens: number | undefined;
  /** In millionths of the currency. */
  readonly maxMicroCost: number | undefined;
}

/** Whole numbers from 0 to `Number.MAX_SAFE_INTEGER`. */
export interface Booking {
  readonly tokens: number;
  /** In millionths of the currency. */
  readonly microCost: number;
}

/** Settled and reserved amounts of an account. A cap is compared with the sum of both. */
export interface LedgerTotals {
  readonly settled: Booking;
  readonly reserved: Booking;
}

export interface LedgerReservation {
  /** New id; well-formed text, such as a UUID. */
  readonly id: string;
  /** UTC day on which it is booked. */
  readonly day: string;
  /** At least one, all different, each of this day or without a day. */
  readonly accounts: readonly LedgerAccount[];
  readonly most: Booking;
}

/**
 * Interface for ledger drivers. Arguments are already valid, texts well-formed and without NUL. Every acknowledged write is durable if
 * the database is. A reservation that was never settled because the process died stays counted, since the call may have been made.
 */
export interface LedgerDriver {
  readonly name: string;
  /**
   * Books on all accounts or on none, atomically, across processes too. Returns the key of the first account whose cap would be exceeded,
   * or `undefined` if it was booked. A sum beyond `Number.MAX_SAFE_INTEGER` exceeds any cap. On rejection nothing is booked, unless a
   * process or connection died meanwhile: then it may be booked, and `settle` undoes it. Rejects with `INVALID_REQUEST` for an id that is
   * already reserved.
   */
  reserve(reservation: LedgerReservation): Promise<string | undefined>;
  /**
   * Replaces the reserved amount with the used amount on all accounts of the reservation, ignoring caps. Settled amounts are limited to
   * `Number.MAX_SAFE_INTEGER`. An unknown or settled id changes nothing.
   */
  settle(id: string, used: Booking): Promise<void>;
  /** Returns zeros for an unknown account. */
  read(account: Pick<LedgerAccount, 'key' | 'day'>): Promise<LedgerTotals>;
  /**
   * Deletes accounts of earlier days, accounts without a day that had no reservation since this day, and reservations of earlier days.
   * Returns the number of accounts deleted.
   */
  deleteBefore(day: string): Promise<number>;
}
