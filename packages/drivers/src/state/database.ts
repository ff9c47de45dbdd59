import type { HeldLock } from '@ibid/core/types';

/** Lock that `free` ends, at the first call of `release`. */
export function heldLock(free: () => unknown, lost: AbortSignal = new AbortController().signal): HeldLock {
  let freeing: Promise<unknown> | undefined;
  return {
    lost,
    async release() {
      await (freeing ??= Promise.resolve(free()));
    },
  };
}

/** Value of a parameter such as `$1`. A text must be well-formed and without NUL, a number must be safe. */
export type SqlValue = string | number | null | Uint8Array;

/** Runs one statement. The caller states the type of the rows: numbers are safe integers, bytes are `Uint8Array`. */
export type Query = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/**
 * The database shared by conversations, costs, jobs and feedback, using SQL that both SQLite and PostgreSQL understand. Parameters are `$1`
 * and so on; `FOR UPDATE` is removed for SQLite, where a transaction locks the whole database anyway.
 *
 * Rejections are `IbidError`s: `CLOSED` after `close`, `STORE_BUSY` after repeated conflicts with others, `TIMED_OUT`, `UPSTREAM_FAILED` if it
 * is unreachable or full, `INDEX_DAMAGED`, `INVALID_CONFIG` if it refuses access.
 */
export interface Database {
  /** Prefix of driver names: `sqlite`, `postgres` or `memory`. */
  readonly kind: 'sqlite' | 'postgres' | 'memory';
  /** True if servers on several hosts may use it, so that requests on one conversation need a lock. */
  readonly isShared: boolean;
  /** Describes the location of the database for logs, without secrets. */
  readonly place: string;
  /** Runs a single statement that must be safe to run twice: it is repeated if its connection breaks. */
  readonly query: Query;
  /**
   * Commits when `work` resolves and rolls back when it rejects. `work` is repeated a few times if it conflicts with other transactions or its
   * connection breaks before the commit, so all its effects must go through its `query`.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Locks `name` across all processes until `release` or the end of this process; `undefined` if it is taken, here or elsewhere. */
  tryLock(name: string): Promise<HeldLock | undefined>;
  /** Returns the holder of `name`, if it can be determined. */
  holderOf(name: string): Promise<{ readonly host: string; readonly pid: number } | undefined>;
  /** Makes deleted data unreadable in the database files, unless the database does so itself. */
  eraseDeleted(): Promise<void>;
  /** Waits for earlier calls; may be called again. */
  close(): Promise<void>;
}
