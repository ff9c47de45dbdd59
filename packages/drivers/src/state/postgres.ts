/** The state in one schema of a PostgreSQL database, shared by all servers that use it. */
import { IbidError, invalidConfig } from '@ibid/core';
import { randomBytes } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import type { Database, Query, SqlValue } from './database.ts';
import { postgresError, sqlStateOf } from './postgres-error.ts';
import { endNow, lockKey, postgresLocks } from './postgres-locks.ts';
import { connectionPlace } from './postgres-url.ts';
import { SCHEMA_VERSION, schemaSql } from './schema.ts';

interface PostgresOptions {
  /** postgres://user:password@host:5432/database, with parameters of `pg` such as `sslmode`, and optionally with `schema`. */
  readonly url: string;
}

/** One more is used for locks. */
const MAX_CONNECTIONS = 10;
/** Maximum time of one statement in milliseconds, including waiting for locks. */
const STATEMENT_MS = 5000;
/** Maximum attempts after conflicts with others or broken connections. */
const TRIES = 5;
/** Milliseconds without an answer after the server itself should have stopped a statement. */
const SILENCE_MS = 1000;
const CONNECT_MS = 5000;

/** Opens the database and creates its tables. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { words: place, url, schema = 'ibid' } = connectionPlace(options.url);
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema) || schema.startsWith('pg_')) {
    const message = `The schema of the state is \`${schema}\`; take a-z, 0-9 and _, at most 63, no digit first and not pg_`;
    throw invalidConfig(message);
  }
  const database = connect(place, url, schema);
  try {
    await makeSchema(database, schema);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Marks failures of a statement or its connection, as opposed to failures of the surrounding work. */
class StatementFailed extends Error {}

function connect(place: string, url: string, schema: string): Database {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    options: `-c search_path=${schema} -c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${2 * STATEMENT_MS}`,
    query_timeout: STATEMENT_MS + SILENCE_MS,
    types: { getTypeParser },
  };
  const pool = new Pool({ ...connection, max: MAX_CONNECTIONS, application_name: 'ibid', maxLifetimeSeconds: 600 });
  const clients = new Set<PoolClient>();
  // The pool drops idle connections that break; the next call opens another.
  pool.on('error', () => undefined);
  pool.on('remove', (client) => clients.delete(client));
  // An error event without a listener, between the pool and its user, would end the process.
  pool.on('connect', (client) => clients.add(client.on('error', () => undefined)));
  const endAll = (): Promise<unknown> => Promise.all([...clients].map(endNow));
  const locks = postgresLocks(connection, schema, place);
  let closing: Promise<void> | undefined;

  /** Runs `work` with a connection of its own, and repeats it with another connection if that is safe. */
  async function withClient<T>(work: (query: Query) => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    for (let tries = 1; ; tries++) {
      if (closing !== undefined) throw new IbidError('CLOSED', `${place}, was closed`);
      const client = await pool.connect().catch((error: unknown) => {
        throw postgresError(error, place);
      });
      let isBroken = false;
      try {
        return await work(queryOver(client));
      } catch (error) {
        if (!(error instanceof StatementFailed)) throw error;
        isBroken = leavesConnection(error.cause);
        const isWorthIt = mayRepeat() && (isConflict(error.cause) || (isBroken && !isSilence(error.cause)));
        if (tries === TRIES || !isWorthIt) throw postgresError(error.cause, place);
      } finally {
        client.release(isBroken);
      }
    }
  }

  return {
    kind: 'postgres',
    isShared: true,
    place,
    query: (sql, values) =>
      withClient(
        (query) => query(sql, values),
        () => true,
      ),
    transaction(work) {
      let isCommitting = false;
      return withClient(
        async (query) => {
          await query('BEGIN');
          try {
            const result = await work(query);
            isCommitting = true;
            await query('COMMIT');
            return result;
          } catch (error) {
            // A broken connection has already rolled back.
            if (!isCommitting) await query('ROLLBACK').catch(() => undefined);
            throw error;
          }
        },
        () => !isCommitting,
      );
    },
    tryLock: locks.tryLock,
    holderOf: locks.holderOf,
    // Deleted rows stay in the files until VACUUM, but they are sealed.
    eraseDeleted: () => Promise.resolve(),
    close: () =>
      (closing ??= (async () => {
        const late = setTimeout(() => void endAll(), SILENCE_MS);
        await Promise.all([locks.close(), pool.end()]);
        clearTimeout(late);
        // The pool does not wait for connections to close, and an unresponsive server would keep the process alive.
        await endAll();
      })()),
  };
}

function queryOver(client: PoolClient): Query {
  return async <Row>(sql: string, values: readonly SqlValue[] = []) => {
    try {
      return (await client.query(sql, [...values])).rows as Row[];
    } catch (cause) {
      throw new StatementFailed('A statement failed', { cause });
    }
  };
}

/** True if the connection must be discarded: it broke, or its server takes no writes. */
function leavesConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '' || /^(?:08|57P|25006|25P03)/u.test(state);
}

function isSilence(error: unknown): boolean {
  return sqlStateOf(error) === '' && /timeout/iu.test((error as Error).message);
}

function isConflict(error: unknown): boolean {
  return sqlStateOf(error).startsWith('40');
}

const BYTES = 17;
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 1700]);

/** Type parsers for these connections only: parsers set globally on `pg` would affect other code in the process. */
function getTypeParser(oid: number): (text: string) => unknown {
  if (NUMBERS.has(oid)) return Number;
  if (oid === BYTES) return (text) => Buffer.from(text.slice(2), 'hex');
  return oid === 16 ? (text) => text === 't' : String;
}

/** Creates the tables, once for all servers. If they are current, no privilege to create tables is needed. */
async function makeSchema(database: Database, schema: string): Promise<void> {
  if ((await look(database.query, database.place, schema)) === 'tables') return;
  await database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lockKey(schema, 'tables').toString()]);
    const found = await look(query, database.place, schema);
    if (found === 'tables') return;
    if (found === 'nothing') await query(`CREATE SCHEMA ${schema}`);
    await query('CREATE TABLE migrations (kind text, version int4, applied_at text, PRIMARY KEY (kind, version))');
    await query(schemaSql('postgres'));
    const note = "INSERT INTO migrations (kind, version, applied_at) VALUES ('state', $1, now()::text)";
    await query(note, [SCHEMA_VERSION]);
  });
}

/** Tells what there is already. Rejects with `INDEX_MISMATCH` for tables of another version. */
async function look(query: Query, place: string, schema: string): Promise<'nothing' | 'schema' | 'tables'> {
  const [found] = await query<{ encoding: string; has_schema: number; has_versions: number }>(
    `SELECT current_setting('server_encoding') AS encoding,
       (SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = $1) AS has_schema,
       (SELECT count(*) FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = $1 AND relname = 'migrations') AS has_versions`,
    [schema],
  );
  const { encoding, has_schema, has_versions } = found!;
  if (encoding !== 'UTF8') {
    const message = `${place}: the database is in ${encoding}, which cannot hold every text; make one with ENCODING 'UTF8'`;
    throw invalidConfig(message);
  }
  if (has_versions === 0) return has_schema === 0 ? 'nothing' : 'schema';
  const [newest] = await query<{ readonly version: number }>(
    "SELECT coalesce(max(version), 0) AS version FROM migrations WHERE kind = 'state'",
  );
  const { version } = newest!;
  if (version === SCHEMA_VERSION) return 'tables';
  const way =
    version > SCHEMA_VERSION
      ? 'run the newer version'
      : 'drop them, which forgets conversations, feedback and what was spent today';
  throw new IbidError(
    'INDEX_MISMATCH',
    `${place}: the tables in schema ${schema} have version ${version}, this Ibid knows ${SCHEMA_VERSION}; ${way}, or name another schema`,
  );
}

/** Functions of the servers that share one database: whether it takes writes, and common keys. */
export interface Replicas {
  /** Commits a small write. Concurrent calls share one write. Rejects if it takes too long. */
  checkWrites(): Promise<void>;
  /** 32 bytes, the same for all servers on that day, given as `2026-11-22`. */
  clientKey(day: string): Promise<Uint8Array>;
}

const SLOW_WRITE_MS = 1500;

export function replicasOver(database: Database): Replicas {
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    const from = performance.now();
    await database.query("UPDATE row_lock SET writes = (writes + 1) % 1000000 WHERE name = 'probe'");
    const milliseconds = performance.now() - from;
    // A standby that confirms late, or a nearly stalled database, still acknowledges the write.
    if (milliseconds < SLOW_WRITE_MS) return;
    throw new IbidError('TIMED_OUT', `PostgreSQL took ${Math.round(milliseconds)} ms to write one row`);
  };

  return {
    checkWrites: () => (writing ??= write().finally(() => (writing = undefined))),
    clientKey: (day) =>
      database.transaction(async (query) => {
        await query('INSERT INTO client_key (day, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [day, randomBytes(32)]);
        // A server whose clock is a little behind still needs yesterday's key.
        await query(
          "DELETE FROM client_key WHERE day < to_char((now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM-DD')",
        );
        const [row] = await query<{ readonly key: Uint8Array }>('SELECT key FROM client_key WHERE day = $1', [day]);
        return row?.key ?? randomBytes(32);
      }),
  };
}
