/**
 * Advisory locks on a separate connection of this process. PostgreSQL frees them when the connection ends, and so when the process ends. The
 * server checks every few seconds whether the other end is alive, so that the locks of a machine that lost power are freed too.
 */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Client, type ClientConfig } from 'pg';
import { heldLock, type Database } from './database.ts';
import { postgresError } from './postgres-error.ts';

export interface PostgresLocks extends Pick<Database, 'tryLock' | 'holderOf'> {
  close(): Promise<void>;
}

interface Connection {
  readonly client: Client;
  /** By name. */
  readonly held: Map<string, AbortController>;
}

const KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** `place` is the location for error messages. */
export function postgresLocks(own: ClientConfig, schema: string, place: string): PostgresLocks {
  const config: ClientConfig = {
    ...own,
    options: `${own.options ?? ''} ${KEEP_ALIVE}`,
    // Shows others who holds a lock; PostgreSQL keeps 63 bytes of it.
    application_name: `ibid ${process.pid}@${hostname()}`,
  };
  let connecting: Promise<Connection> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function connect(): Promise<Connection> {
    return (connecting ??= (async () => {
      const client = new Client(config);
      const held: Connection['held'] = new Map();
      const onEnd = (): void => {
        connecting = undefined;
        for (const lost of held.values()) lost.abort();
        held.clear();
      };
      client.on('error', onEnd).on('end', onEnd);
      try {
        await client.connect();
      } catch (error) {
        connecting = undefined;
        throw postgresError(error, place);
      }
      return { client, held };
    })());
  }

  /** Runs statements one after another. */
  async function ask<Row>({ client }: Connection, sql: string, values: readonly string[]): Promise<readonly Row[]> {
    const asking = last.then(() => client.query(sql, [...values]));
    last = asking.catch(() => undefined);
    try {
      return (await asking).rows as Row[];
    } catch (error) {
      // A connection that does not answer no longer guarantees its locks.
      await endNow(client);
      throw postgresError(error, place);
    }
  }

  return {
    async tryLock(name) {
      const connection = await connect();
      const { held } = connection;
      // PostgreSQL would let a session take its own lock again.
      if (held.has(name)) return undefined;
      const lost = new AbortController();
      held.set(name, lost);
      const key = lockKey(schema, name).toString();
      const [row] = await ask<{ readonly locked: boolean }>(connection, 'SELECT pg_try_advisory_lock($1) AS locked', [
        key,
      ]);
      if (row?.locked !== true) {
        held.delete(name);
        return undefined;
      }
      return heldLock(async () => {
        if (held.get(name) !== lost) return;
        await ask(connection, 'SELECT pg_advisory_unlock($1)', [key]).catch(() => undefined);
        held.delete(name);
      }, lost.signal);
    },
    async holderOf(name) {
      const key = BigInt.asUintN(64, lockKey(schema, name));
      const [row] = await ask<{ readonly application_name: string }>(
        await connect(),
        `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND objsubid = 1`,
        [(key >> 32n).toString(), (key & 0xffffffffn).toString()],
      );
      const [, pid, host] = /^ibid (\d+)@(.+)$/u.exec(row?.application_name ?? '') ?? [];
      return host === undefined ? undefined : { host, pid: Number(pid) };
    },
    async close() {
      const connection = await connecting?.catch(() => undefined);
      if (connection !== undefined) await endNow(connection.client);
    },
  };
}

/** Number of the advisory lock with this name. */
export function lockKey(schema: string, name: string): bigint {
  return createHash('sha256').update(`ibid ${schema} ${name}`).digest().readBigInt64BE();
}

/** Ends a connection, waiting at most one second for the server. */
export async function endNow(client: object): Promise<void> {
  const { connection, end } = client as { connection: { stream: { destroy(): void } }; end(): Promise<void> };
  const timer = setTimeout(() => connection.stream.destroy(), 1000);
  await end.call(client).catch(() => undefined);
  clearTimeout(timer);
}
