import type { HeldLock } from '@ibid/core/types';

/** What can stand for `$1`. A text must be well-formed and without NUL, a number safe. */
export type SqlValue = string | number | null | Uint8Array;

/** One statement. Rows are typed by the caller, who says what it gives: numbers are safe integers, bytes are `Uint8Array`. */
export type Query = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/**
 * The one database that conversations, costs, jobs and feedback share, in words that SQLite and PostgreSQL both understand.
 * Parameters are `$1` and so on; `FOR UPDATE` is left out where a transaction has the whole database anyway.
 *
 * Rejections are `IbidError`s: `CLOSED` after `close`, `STORE_BUSY` when it lost to others again and again, `TIMED_OUT`,
 * `UPSTREAM_FAILED` when it is away or full, `INDEX_DAMAGED`, `INVALID_CONFIG` when it does not let us in.
 */
export interface Database {
  /** As drivers are called: `sqlite`, `postgres` or `memory`. */
  readonly kind: 'sqlite' | 'postgres' | 'memory';
  /** Where it is, in words that may stand in any log. */
  readonly place: string;
  /** A single statement that may be done twice: it is asked again when its connection breaks. */
  readonly query: Query;
  /**
   * Commits what `work` did when it resolves, and rolls back when it rejects. `work` is run again, a few times, when it lost to
   * other transactions or its connection broke before the commit, so all it does must go through its `query`.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Holds `name` over all processes until `release` or the end of this process; `undefined` while somebody, also here, has it. */
  tryLock(name: string): Promise<HeldLock | undefined>;
  /** Who has `name`, as far as it can be told. */
  holderOf(name: string): Promise<{ readonly host: string; readonly pid: number } | undefined>;
  /** Makes what was deleted unreadable in the files of the database, as far as the database does not do so by itself. */
  eraseDeleted(): Promise<void>;
  /** Waits for what was called before; may be repeated. */
  close(): Promise<void>;
}
