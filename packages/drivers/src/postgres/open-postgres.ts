import { IbidError, type CallOptions } from '@ibid/core';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { borrowedConnection, type BorrowedConnection } from './borrowed-connection.ts';
import { columnTypes } from './column-types.ts';
import { connectionPlace } from './connection-place.ts';
import { endPool } from './end-pool.ts';
import { migrate } from './migrate.ts';
import { postgresFault } from './postgres-fault.ts';
import type { Postgres, Query, SqlValue, TransactionOptions } from './postgres.ts';
import { runTransaction } from './run-transaction.ts';

export interface PostgresOptions {
  /** postgres://user:password@host:5432/database, or postgresql://…; with `sslmode` and the like as `pg` reads them. */
  readonly url: string;
  /** Default 10. */
  readonly maxConnections?: number;
  /** Longest that one statement may take, waiting for locks included; default 5,000. */
  readonly statementTimeoutMs?: number;
  /** Longest to wait for a connection; default 5,000. */
  readonly connectTimeoutMs?: number;
  /** The schema in which all tables are, so that several sites can share a database; default `ibid`. a-z, 0-9 and _. */
  readonly schema?: string;
  /** What the server's lists of connections call us; default `ibid`. */
  readonly applicationName?: string;
}

/** Begins no connection; the first call does. Rejects what cannot be right with `INVALID_CONFIG`. */
export function openPostgres(options: PostgresOptions): Postgres {
  const { url, schema = 'ibid', applicationName = 'ibid' } = options;
  const { words: place } = connectionPlace(url);
  const maxConnections = wholeNumber('maxConnections', options.maxConnections ?? 10);
  const statementTimeoutMs = wholeNumber('statementTimeoutMs', options.statementTimeoutMs ?? 5000);
  const connectTimeoutMs = wholeNumber('connectTimeoutMs', options.connectTimeoutMs ?? 5000);
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema) || schema.startsWith('pg_'))
    throw new IbidError(
      'INVALID_CONFIG',
      `openPostgres: \`schema\` is \`${schema}\`; take a-z, 0-9 and _, at most 63, no digit first and not pg_`,
    );
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: applicationName,
    keepAlive: true,
    types: columnTypes,
  } as PoolConfig);
  // The pool lets go of an idle connection that broke, and the next call opens another.
  pool.on('error', () => undefined);
  // Nor may one end the process on its way from the pool to us.
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('end', () => clients.delete(client));
  });

  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  async function call<T>(given: CallOptions | undefined, work: (call: Call) => Promise<T>): Promise<T> {
    if (closing !== undefined) throw new IbidError('CLOSED', `${place}, was closed`);
    const one = abortable(given?.signal);
    const done = work({ borrow: () => borrow(one), committing: one.tooLate });
    running.add(done);
    try {
      return await one.race(done.finally(() => running.delete(done)));
    } finally {
      one.end();
    }
  }

  async function borrow(one: Abortable): Promise<BorrowedConnection> {
    one.check();
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw postgresFault(error, place);
    }
    const connection = borrowedConnection(client, place);
    one.onAbort(connection.giveUp);
    return connection;
  }

  const postgres: Postgres = {
    schema: `"${schema}"`,
    query: <Row>(sql: string, values: readonly SqlValue[] = [], given?: CallOptions) =>
      call(given, ({ borrow: take }) => single<Row>(take, sql, values, statementTimeoutMs)),
    transaction: <T>(work: (query: Query) => Promise<T>, given: TransactionOptions = {}) => {
      const { isolation = 'read committed', timeoutMs = statementTimeoutMs } = given;
      return call(given, (one) => runTransaction(work, { isolation, timeoutMs, ...one }));
    },
    migrate: (kind, migrations, given) => migrate(postgres, place, kind, migrations, given),
    close() {
      closing ??= Promise.allSettled(running).then(() => endPool(pool, clients));
      return closing;
    },
  };
  return postgres;
}

interface Call {
  borrow(): Promise<BorrowedConnection>;
  committing(): void;
}

async function single<Row>(
  borrow: () => Promise<BorrowedConnection>,
  sql: string,
  values: readonly SqlValue[],
  timeoutMs: number,
): Promise<readonly Row[]> {
  const isRead = /^\s*select\b/iu.test(sql);
  for (let attempt = 1; ; attempt++) {
    const connection = await borrow();
    try {
      return (await connection.run<Row>(sql, values, timeoutMs)).rows;
    } catch (error) {
      if (!connection.isLost() || !IbidError.is(error)) throw error;
      if (!isRead)
        throw new IbidError(error.code, `${error.message}; whether it was written is not known`, {
          details: { ...error.details, outcome: 'unknown' },
        });
      if (attempt > 1 || error.code !== 'UPSTREAM_FAILED') throw error;
    } finally {
      connection.release();
    }
  }
}

interface Abortable {
  /** Throws `ABORTED` once the signal has fired. */
  check(): void;
  /** As `work`, but rejects with `ABORTED` as soon as the signal fires. */
  race<T>(work: Promise<T>): Promise<T>;
  onAbort(listener: (error: IbidError) => void): void;
  /** Lets the work be finished whatever the signal does. */
  tooLate(): void;
  end(): void;
}

function abortable(signal: AbortSignal | undefined): Abortable {
  const aborted = Promise.withResolvers<never>();
  // Nobody waits for it when the work ends first.
  aborted.promise.catch(() => undefined);
  let error: IbidError | undefined;
  let isTooLate = false;
  const listeners: ((error: IbidError) => void)[] = [];
  const fire = (): void => {
    if (isTooLate) return;
    error = new IbidError('ABORTED', 'The call to PostgreSQL was aborted');
    for (const listener of listeners) listener(error);
    aborted.reject(error);
  };
  if (signal?.aborted === true) fire();
  else signal?.addEventListener('abort', fire, { once: true });
  return {
    check() {
      if (error !== undefined) throw error;
    },
    race: (work) => Promise.race([work, aborted.promise]),
    onAbort(listener) {
      if (error === undefined) listeners.push(listener);
      else listener(error);
    },
    tooLate() {
      isTooLate = true;
    },
    end: () => signal?.removeEventListener('abort', fire),
  };
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value < 2 ** 31) return value;
  throw new IbidError('INVALID_CONFIG', `openPostgres: \`${name}\` is ${value}; it must be a whole number from 1`);
}
