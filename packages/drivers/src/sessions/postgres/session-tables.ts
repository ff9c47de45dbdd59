import type { Migration } from '../../postgres/postgres.ts';

/**
 * Conversations.
 *
 *     session       one row a session; `lookup` is SHA-256 over its id, `sealed` is JSON of settings and metadata
 *     session_turn  one row a turn, so that an append writes one turn; `sealed` is JSON of the turn, `bytes` the length of that JSON
 *
 * Ids are not in the database, and what is sealed (`../seal.ts`) is sealed under the session's id and `salt`. So the database, its
 * write-ahead log, its replicas and its backups give nobody a word of any conversation nor the right to go on with one, and what
 * PostgreSQL leaves of a deleted row until VACUUM stays unreadable to all who do not have the id. `id` rises in the order of
 * creation. What is sealed cannot be made smaller, so PostgreSQL need not try. Frozen: a change is another step.
 */
export const SESSION_TABLES: readonly Migration[] = [
  (schema) => `
    CREATE TABLE ${schema}.session (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lookup bytea NOT NULL UNIQUE,
      salt bytea NOT NULL,
      created_at text COLLATE "C" NOT NULL,
      accessed_at text COLLATE "C" NOT NULL,
      current_turn int8 NOT NULL,
      sealed bytea NOT NULL
    );
    ALTER TABLE ${schema}.session ALTER COLUMN sealed SET STORAGE EXTERNAL;
    CREATE INDEX session_accessed ON ${schema}.session (accessed_at, id);

    CREATE TABLE ${schema}.session_turn (
      session int8 NOT NULL REFERENCES ${schema}.session ON DELETE CASCADE,
      number int8 NOT NULL,
      bytes int8 NOT NULL,
      sealed bytea NOT NULL,
      PRIMARY KEY (session, number)
    );
    ALTER TABLE ${schema}.session_turn ALTER COLUMN sealed SET STORAGE EXTERNAL;`,
];
