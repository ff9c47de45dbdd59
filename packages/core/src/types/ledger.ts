/** One sum that is kept and may have caps: all together, one client, one site key or one session, on one day. */
export interface LedgerAccount {
  /** Such as `all` or `client:` with a hash. Opaque to the driver. */
  readonly key: string;
  /** UTC, `2026-11-22`; `''` for accounts that do not begin anew each day. */
  readonly day: string;
  /** `undefined` = no cap. */
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

/** What an account holds: what was settled and what is still reserved. A cap is compared with the sum of both. */
export interface LedgerTotals {
  readonly settled: Booking;
  readonly reserved: Booking;
}

export interface LedgerReservation {
  /** New; well-formed text, such as a UUID. */
  readonly id: string;
  /** The UTC day on which it is booked. */
  readonly day: string;
  /** Different ones, at least one, each of this day or of none. */
  readonly accounts: readonly LedgerAccount[];
  readonly most: Booking;
}

/**
 * The implementer's face of the ledger. Arguments are already valid, texts well-formed and without NUL. Every acknowledged write
 * is durable where the database is. A reservation that was never settled, because the process died, stays counted: whether the
 * call was made nobody can know.
 */
export interface LedgerDriver {
  readonly name: string;
  /**
   * Books on all accounts or on none, atomically, over processes too: the key of the first account whose cap it would pass, or
   * `undefined` when it is booked. A sum beyond `Number.MAX_SAFE_INTEGER` passes any cap. When it rejects nothing is booked,
   * unless a process or a connection died on the way: then it may be booked, which `settle` takes back.
   * Rejects with `INVALID_REQUEST` on an id that is reserved already.
   */
  reserve(reservation: LedgerReservation): Promise<string | undefined>;
  /**
   * Replaces what was reserved by what was used, on all accounts of the reservation, whatever their caps; what is settled stops
   * at `Number.MAX_SAFE_INTEGER`. An unknown or settled id changes nothing.
   */
  settle(id: string, used: Booking): Promise<void>;
  /** Nothing but zeros for an unknown account. */
  read(account: Pick<LedgerAccount, 'key' | 'day'>): Promise<LedgerTotals>;
  /**
   * Forgets accounts of days before this one, accounts without a day on which nothing was reserved since, and reservations of
   * days before; the number of accounts forgotten.
   */
  deleteBefore(day: string): Promise<number>;
}
