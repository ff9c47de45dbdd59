import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Migration, Postgres, Query } from './postgres.ts';
import { transactionLock } from './transaction-lock.ts';

/** For all steps and for other processes that are at it. */
const PATIENCE_MS = 60_000;

/**
 * Whoever wants a table that a step waits for waits behind it, servers of the version before too: so a step waits shortly, and lets the
 * others pass before it tries again.
 */
const LOCK_MS = 1000;
const PAUSE_MS = 2000;
const NO_LOCK = '55P03';

/** `Postgres.migrate`. `patienceMs` is for all of it. */
export async function migrate(
  postgres: Postgres,
  place: string,
  kind: string,
  migrations: readonly Migration[],
  options?: CallOptions,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const { schema } = postgres;
  const until = performance.now() + patienceMs;
  const ask: Query = (sql, values) => postgres.query(sql, values, options);
  if ((await checkedVersion(ask)) === migrations.length) return;
  await postgres.transaction(
    async (query) => {
      await transactionLock(query, schema, 'migrations');
      const version = await checkedVersion(query);
      if (version === migrations.length) return;
      await query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      // Within one transaction, so that the others who migrate do not ask for the tables in the pauses.
      for (;;) {
        await query('SAVEPOINT before');
        try {
          await takeSteps(query, version);
          return;
        } catch (error) {
          if (!IbidError.is(error) || error.details['sqlState'] !== NO_LOCK) throw error;
          if (performance.now() + PAUSE_MS >= until) throw inUse(error);
        }
        await query('ROLLBACK TO SAVEPOINT before');
        await sleep(PAUSE_MS, undefined, options?.signal && { signal: options.signal });
      }
    },
    { ...options, timeoutMs: PATIENCE_MS },
  );

  async function takeSteps(query: Query, version: number): Promise<void> {
    await makeGround(query, schema);
    for (const [before, step] of migrations.entries()) {
      if (before < version) continue;
      await query(step(schema));
      await query(
        `INSERT INTO ${schema}.migrations (kind, version, applied_at)
         VALUES ($1, $2, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
        [kind, before + 1],
      );
    }
  }

  function inUse(cause: IbidError): IbidError {
    return new IbidError(
      'STORE_BUSY',
      `${place}: the tables of ${kind} in schema ${schema} are to be changed for this version, and something held them for ${Math.round(patienceMs / 1000)} s, such as pg_dump; start again when it is done`,
      { retryable: true, cause },
    );
  }

  async function checkedVersion(query: Query): Promise<number> {
    const version = await versionOf(query, schema, kind, place);
    if (version <= migrations.length) return version;
    throw new IbidError(
      'INDEX_MISMATCH',
      `${place}: the tables of ${kind} in schema ${schema} have format ${version}, this version of Ibid knows ${migrations.length}; run the newer version, or name another schema`,
    );
  }
}

/** 0 where nothing was ever made. */
async function versionOf(query: Query, schema: string, kind: string, place: string): Promise<number> {
  const ground = await groundOf(query, schema);
  if (ground.encoding !== 'UTF8')
    throw new IbidError(
      'INVALID_CONFIG',
      `${place}: the database is in ${ground.encoding}, which cannot hold every text; make one with ENCODING 'UTF8'`,
    );
  if (!ground.table) return 0;
  const [newest] = await query<{ readonly version: number }>(
    `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migrations WHERE kind = $1`,
    [kind],
  );
  return newest?.version ?? 0;
}

interface Ground {
  readonly encoding: string;
  readonly schema: boolean;
  readonly table: boolean;
}

/**
 * Read from the catalogue itself: `to_regclass` answers from a cache that a transaction which has waited for another need not have
 * brought up to date.
 */
async function groundOf(query: Query, schema: string): Promise<Ground> {
  const [ground] = await query<Ground>(
    `SELECT current_setting('server_encoding') AS encoding,
       EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1) AS schema,
       EXISTS (
         SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = $1 AND relname = 'migrations'
       ) AS table`,
    [schema.slice(1, -1)],
  );
  return ground!;
}

/** Asks for no right to make what is there. */
async function makeGround(query: Query, schema: string): Promise<void> {
  const ground = await groundOf(query, schema);
  if (!ground.schema) await query(`CREATE SCHEMA ${schema}`);
  if (ground.table) return;
  await query(
    `CREATE TABLE ${schema}.migrations (
       kind text NOT NULL,
       version int4 NOT NULL,
       applied_at text NOT NULL,
       PRIMARY KEY (kind, version)
     )`,
  );
}
