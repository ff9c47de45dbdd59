import type { Migration } from './postgres.ts';

/**
 * What servers over one database share besides what the drivers keep.
 *
 *     replica     one row a server, written again and again to see whether writes are taken
 *     client_key  one row a day, UTC: the key under which all servers hash addresses on that day
 *
 * A key goes when its day has been over for a day, and what was hashed with it can then not be looked up any more. Frozen: a change
 * is another step.
 */
export const REPLICA_TABLES: readonly Migration[] = [
  (schema) => `
    CREATE TABLE ${schema}.replica (
      name text COLLATE "C" PRIMARY KEY,
      seen timestamptz NOT NULL
    );
    CREATE TABLE ${schema}.client_key (
      day text COLLATE "C" PRIMARY KEY,
      key bytea NOT NULL
    );`,
];
