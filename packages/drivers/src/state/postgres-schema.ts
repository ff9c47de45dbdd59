import { createHash } from 'node:crypto';
import { IbidError } from '@ibid/core';
import type { Database, Query } from './database.ts';
import { schemaSql, SCHEMA_VERSION } from './schema.ts';

/** Migrates tables of Ibid 0.1, if any: conversations, costs and feedback are kept, the job list is emptied. */
const TAKE_OVER = `
DROP TABLE IF EXISTS session_place, session_line, session_count, build_lock, replica, job;
DROP FUNCTION IF EXISTS session_counted CASCADE;
DROP FUNCTION IF EXISTS session_emptied CASCADE;
DROP FUNCTION IF EXISTS ledger_reserve;
DROP FUNCTION IF EXISTS ledger_settle;
ALTER TABLE IF EXISTS ledger_reservation ALTER COLUMN accounts TYPE text USING array_to_json(accounts)::text;
`;

/** Migration to version 2. */
const ADD_QUESTION = "ALTER TABLE IF EXISTS feedback ADD COLUMN IF NOT EXISTS question text NOT NULL DEFAULT '';";

interface Found {
  readonly encoding: string;
  readonly has_schema: number;
  readonly has_versions: number;
}

/** Creates or migrates the tables, once for all servers. If they are current, no privilege to create tables is needed. */
export async function makeSchema(database: Database, schema: string): Promise<void> {
  if ((await versionOf(database.query, database.place, schema)) === SCHEMA_VERSION) return;
  await database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lockKey(schema, 'tables').toString()]);
    const version = await versionOf(query, database.place, schema);
    if (version === SCHEMA_VERSION) return;
    const found = await look(query, schema);
    if (found.has_schema === 0) await query(`CREATE SCHEMA ${schema}`);
    if (found.has_versions === 0) {
      await query('CREATE TABLE migrations (kind text, version int4, applied_at text, PRIMARY KEY (kind, version))');
    }
    await query((version === 0 ? TAKE_OVER : '') + ADD_QUESTION + schemaSql('postgres'));
    const note = "INSERT INTO migrations (kind, version, applied_at) VALUES ('state', $1, now()::text)";
    await query(note, [SCHEMA_VERSION]);
  });
}

/** Number of the advisory lock with this name. */
export function lockKey(schema: string, name: string): bigint {
  return createHash('sha256').update(`ibid ${schema} ${name}`).digest().readBigInt64BE();
}

/** Version of the tables; 0 if there are none. */
async function versionOf(query: Query, place: string, schema: string): Promise<number> {
  const { encoding, has_versions } = await look(query, schema);
  if (encoding !== 'UTF8') {
    const message = `${place}: the database is in ${encoding}, which cannot hold every text; make one with ENCODING 'UTF8'`;
    throw new IbidError('INVALID_CONFIG', message);
  }
  if (has_versions === 0) return 0;
  const [newest] = await query<{ readonly version: number }>(
    "SELECT coalesce(max(version), 0) AS version FROM migrations WHERE kind = 'state'",
  );
  const { version } = newest!;
  if (version <= SCHEMA_VERSION) return version;
  throw new IbidError(
    'INDEX_MISMATCH',
    `${place}: the tables in schema ${schema} have version ${version}, this Ibid knows ${SCHEMA_VERSION}; run the newer version, or name another schema`,
  );
}

async function look(query: Query, schema: string): Promise<Found> {
  const [found] = await query<Found>(
    `SELECT current_setting('server_encoding') AS encoding,
       (SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = $1) AS has_schema,
       (SELECT count(*) FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = $1 AND relname = 'migrations') AS has_versions`,
    [schema],
  );
  return found!;
}
