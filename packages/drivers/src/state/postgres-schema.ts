import { createHash } from 'node:crypto';
import { IbidError, invalidConfig } from '@ibid/core';
import type { Database, Query } from './database.ts';
import { schemaSql, SCHEMA_VERSION } from './schema.ts';

interface Found {
  readonly encoding: string;
  readonly has_schema: number;
  readonly has_versions: number;
}

/** Creates the tables, once for all servers. If they are current, no privilege to create tables is needed. */
export async function makeSchema(database: Database, schema: string): Promise<void> {
  if (await hasTables(database.query, database.place, schema)) return;
  await database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lockKey(schema, 'tables').toString()]);
    if (await hasTables(query, database.place, schema)) return;
    const found = await look(query, schema);
    if (found.has_schema === 0) await query(`CREATE SCHEMA ${schema}`);
    await query('CREATE TABLE migrations (kind text, version int4, applied_at text, PRIMARY KEY (kind, version))');
    await query(schemaSql('postgres'));
    const note = "INSERT INTO migrations (kind, version, applied_at) VALUES ('state', $1, now()::text)";
    await query(note, [SCHEMA_VERSION]);
  });
}

/** Number of the advisory lock with this name. */
export function lockKey(schema: string, name: string): bigint {
  return createHash('sha256').update(`ibid ${schema} ${name}`).digest().readBigInt64BE();
}

/** False if there are no tables yet. Rejects with `INDEX_MISMATCH` for tables of another version. */
async function hasTables(query: Query, place: string, schema: string): Promise<boolean> {
  const { encoding, has_versions } = await look(query, schema);
  if (encoding !== 'UTF8') {
    const message = `${place}: the database is in ${encoding}, which cannot hold every text; make one with ENCODING 'UTF8'`;
    throw invalidConfig(message);
  }
  if (has_versions === 0) return false;
  const [newest] = await query<{ readonly version: number }>(
    "SELECT coalesce(max(version), 0) AS version FROM migrations WHERE kind = 'state'",
  );
  const { version } = newest!;
  if (version === SCHEMA_VERSION) return true;
  const way =
    version > SCHEMA_VERSION
      ? 'run the newer version'
      : 'drop them, which forgets conversations, feedback and what was spent today';
  throw new IbidError(
    'INDEX_MISMATCH',
    `${place}: the tables in schema ${schema} have version ${version}, this Ibid knows ${SCHEMA_VERSION}; ${way}, or name another schema`,
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
