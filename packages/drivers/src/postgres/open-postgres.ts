import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Socket } from 'node:net';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { abortableCall, type AbortableCall } from './abortable-call.ts';
import { mayAskOnceMore, pauseBeforeOnceMore } from './ask-once-more.ts';
import { borrowedConnection, type BorrowedConnection } from './borrowed-connection.ts';
import { withinClosingTime } from './closing-time.ts';
import { columnTypes } from './column-types.ts';
import { connectionPlace } from './connection-place.ts';
import { endPool } from './end-pool.ts';
import { migrate } from './migrate.ts';
import { postgresFault } from './postgres-fault.ts';
import type { Postgres, Query, SqlValue, TransactionOptions } from './postgres.ts';
import { runTransaction } from './run-transaction.ts';
import { takesNoWrites } from './takes-no-writes.ts';

export interface PostgresOptions {
  /** postgres://user:password@host:5432/database, or postgresql://…; with `sslmode` and the like as `pg` reads them. */
  readonly url: string;
  /** Default 10. */
  readonly maxConnections?: number;
  /** Longest that one statement may take, waiting for locks included; default 5,000. */
  readonly statementTimeoutMs?: number;
  /** Longest to wait for a connection; default 5,000. */
  readonly connectTimeoutMs?: number;
  /** The schema in which all tables are, so that several sites can share a database; default that of the URL's `schema`, else `ibid`. a-z, 0-9 and _. */
  readonly schema?: string;
  /** Longest that a connection is used, in seconds; default 8 to 12 minutes. */
  readonly lifetimeSeconds?: number;
  /** What the server's lists of connections call us; default `ibid`. */
  readonly applicationName?: string;
}

/** Begins no connection; the first call does. Rejects what cannot be right with `INVALID_CONFIG`. */
export function openPostgres(options: PostgresOptions): Postgres {
  const { words: place, url, schema: named } = connectionPlace(options.url);
  const { schema = named ?? 'ibid', applicationName = 'ibid' } = options;
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
    // What is asked all the time keeps a connection, also one to a server that is not meant any more; spread over processes.
    maxLifetimeSeconds: options.lifetimeSeconds ?? 480 + Math.round(240 * Math.random()),
    types: columnTypes,
  } as PoolConfig);
  // The pool lets go of an idle connection that broke, and the next call opens another.
  pool.on('error', () => undefined);
  // Nor may one end the process on its way from the pool to us.
  const clients = new Set<PoolClient>();
  /** When something last came over it, in milliseconds of `performance`. */
  const heard = new WeakMap<PoolClient, number>();
  pool.on('connect', (client) => {
    clients.add(client);
    const hear = (): void => void heard.set(client, performance.now());
    hear();
    streamOf(client)?.on('data', hear);
    client.on('error', () => undefined);
    client.once('end', () => clients.delete(client));
  });

  /** To be used by nobody any more. */
  const outdated = new WeakSet<PoolClient>();
  const onLeave = (): void => {
    for (const client of clients) outdated.add(client);
  };

  const onSilence = (since: number): void => {
    for (const client of clients) if (heard.get(client)! < since) outdated.add(client);
  };

  const running = new Map<Promise<unknown>, AbortableCall>();
  let closing: Promise<void> | undefined;

  async function call<T>(given: TransactionOptions | undefined, work: (call: Call) => Promise<T>): Promise<T> {
    if (closing !== undefined) throw new IbidError('CLOSED', `${place}, was closed`);
    const one = abortableCall(given?.signal, given?.withinMs);
    const done = work({ borrow: () => borrow(one), committing: one.tooLate });
    running.set(done, one);
    try {
      return await one.race(done.finally(() => running.delete(done)));
    } finally {
      one.end();
    }
  }

  async function borrow(one: AbortableCall): Promise<BorrowedConnection> {
    let client: PoolClient;
    for (;;) {
      one.check();
      try {
        client = await pool.connect();
      } catch (error) {
        throw postgresFault(error, place);
      }
      if (!outdated.has(client)) break;
      client.release(true);
    }
    const isOutdated = (): boolean => outdated.has(client);
    const connection = borrowedConnection({ client, place, onLeave, onSilence, isOutdated });
    one.onAbort(connection.giveUp);
    return connection;
  }

  const postgres: Postgres = {
    schema: `"${schema}"`,
    query: <Row>(sql: string, values: readonly SqlValue[] = [], given?: CallOptions) =>
      call(given, (one) => single<Row>(one, sql, values, statementTimeoutMs)),
    transaction: <T>(work: (query: Query) => Promise<T>, given: TransactionOptions = {}) => {
      const { isolation = 'read committed', timeoutMs = statementTimeoutMs, withinMs, idleMs } = given;
      return call(given, (one) => runTransaction(work, { isolation, timeoutMs, withinMs, idleMs, ...one }));
    },
    migrate: (kind, migrations, given) => migrate(postgres, place, kind, migrations, given),
    close() {
      closing ??= finish();
      return closing;
    },
  };

  async function finish(): Promise<void> {
    await withinClosingTime(postgres, Promise.allSettled(running.keys()));
    for (const one of running.values())
      one.giveUp(new IbidError('CLOSED', `${place}, was closed before it had answered`));
    await endPool(pool, clients);
  }
  return postgres;
}

interface Call {
  borrow(): Promise<BorrowedConnection>;
  committing(): void;
}

async function single<Row>(
  one: Call,
  sql: string,
  values: readonly SqlValue[],
  timeoutMs: number,
): Promise<readonly Row[]> {
  const isRead = /^\s*select\b/iu.test(sql);
  for (let attempt = 1; ; attempt++) {
    const connection = await one.borrow();
    const until = performance.now() + timeoutMs;
    let mayBeWritten = false;
    try {
      const { warns } = await connection.checkServer(timeoutMs);
      if (!isRead && !warns) {
        connection.release();
        // Which makes it warn, and leaves nothing behind.
        return await runTransaction((query) => query<Row>(sql, values), {
          ...one,
          isolation: 'read committed',
          timeoutMs,
        });
      }
      mayBeWritten = !isRead;
      const leftMs = Math.max(1, Math.ceil(until - performance.now()));
      return (await connection.run<Row>(sql, values, leftMs)).rows;
    } catch (error) {
      // What a server refused that takes no writes was not written.
      const isKnown = !mayBeWritten || !connection.isLost() || isRefusal(error);
      if (!isKnown && IbidError.is(error))
        throw new IbidError(error.code, `${error.message}; whether it was written is not known`, {
          details: { ...error.details, outcome: 'unknown' },
        });
      if (!mayAskOnceMore(error, connection.isLost(), attempt)) throw error;
    } finally {
      connection.release();
    }
    await pauseBeforeOnceMore(attempt);
  }
}

function isRefusal(error: unknown): boolean {
  return IbidError.is(error) && takesNoWrites(error.details['sqlState']);
}

/** `pg` offers no other way to know that a server is there. */
function streamOf(client: PoolClient): { on(event: 'data', listener: () => void): void } | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: Socket } }).connection?.stream;
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value < 2 ** 31) return value;
  throw new IbidError('INVALID_CONFIG', `openPostgres: \`${name}\` is ${value}; it must be a whole number from 1`);
}
