import type { CallOptions } from '@ibid/core/types';

/** What can stand for `$1`. A text must be well-formed and without NUL (`text-codec.ts`), a number safe. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

/**
 * One statement. Rows are typed by the caller, who says what the statement gives: `int2` to `int8` come back as safe numbers and
 * are refused beyond, `float4` and `float8` as numbers, `bool` as a boolean, `bytea` as bytes, `json` and `jsonb` parsed, anything
 * else as text as PostgreSQL writes it. What is not asked for by `RETURNING` does not come back.
 */
export type Query = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

export interface TransactionOptions extends CallOptions {
  /** Default `read committed`: every statement sees what was committed when it began, so lock the rows that you decide on. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Longest that one statement may take, waiting for locks included, in milliseconds; default that of the connections. */
  readonly timeoutMs?: number;
  /**
   * Longest that all of it may take, waiting for a connection and being run again included, in milliseconds; then `TIMED_OUT`. A commit that is
   * on its way has a second more. Default unbounded.
   */
  readonly withinMs?: number;
  /** The server ends it when nothing has come from here for so many milliseconds; default twice `timeoutMs`. */
  readonly idleMs?: number;
}

/** Makes the SQL of one step, where `schema` is the quoted name of the schema. */
export type Migration = (schema: string) => string;

/**
 * The connections of one process to one schema of a database, shared by its drivers; who opened it closes it. It holds no state of
 * a session, no named statement and no lock beyond a transaction, so that it works behind a pooler of transactions too.
 *
 * Rejections: `ABORTED` at once when the signal fires, `CLOSED` after `close`, `TIMED_OUT`, `RATE_LIMITED` when the server has no more
 * connections to give, `STORE_BUSY` when it lost to others again and again, `UPSTREAM_FAILED` when the server is away, refuses,
 * takes no writes or does not get our own connections free, `INVALID_CONFIG` when it does not let us in. `details.sqlState` is what PostgreSQL said, where it said something.
 * `details.outcome` is `unknown` where nobody can know whether it was written; then `retryable` is false.
 */
export interface Postgres {
  /** Quoted, to be set before each table: `${schema}.session`. */
  readonly schema: string;
  /**
   * One statement in a transaction of its own, acknowledged as early as the database is set to. It is repeated, a bounded number of
   * times, when the server undid it because of others, and once when a server that takes no writes refused it, or when its
   * connection breaks and it begins with SELECT.
   */
  query<Row>(sql: string, values?: readonly SqlValue[], options?: CallOptions): Promise<readonly Row[]>;
  /**
   * Commits what `work` did when it resolves, on disk, and rolls back when it rejects. `work` is run again, a bounded number of times, when
   * it lost to other transactions or its connection broke before the commit, so all it does must go through its `query`. An abort
   * is too late once the commit is on its way.
   */
  transaction<T>(work: (query: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Brings the tables of one kind of driver to the newest version: the n-th migration leads to version n. Once over all processes;
   * without one change, and without a right to change, where nothing is to be done. Rejects with `INDEX_MISMATCH` where the tables
   * are newer than the migrations.
   */
  migrate(kind: string, migrations: readonly Migration[], options?: CallOptions): Promise<void>;
  /** Waits for what was called before, some seconds at most, and rejects with `CLOSED` what is not done by then; may be repeated. */
  close(): Promise<void>;
}
