import type { Migration } from '../../postgres/postgres.ts';
import { SESSION_COUNT } from './session-count.ts';

/**
 * Conversations.
 *
 *     session       one row a session; `lookup` is SHA-256 over its id, `sealed` is JSON of settings and metadata
 *     session_turn  one row a turn, so that an append writes one turn; `sealed` is JSON of the turn, `bytes` the length of that JSON
 *     session_place one row a session that a request has now, whether it has turns yet or not; `token` to `beat` name its holder
 *                   (`../../postgres/heartbeat.ts`)
 *     session_line  one row a request that waits for one in another process, in the order of `ticket`; `token` and `beat` are its life
 *     session_count how many sessions there are, as differences (`session-count.ts`)
 *
 * `session_place` and `session_line` are not logged, so that they cost no write to disk: a server that crashed has forgotten who was
 * at it, as have its standbys, and turns are still taken once each.
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
  (schema) => `
    CREATE UNLOGGED TABLE ${schema}.session_place (
      lookup bytea PRIMARY KEY,
      token text COLLATE "C" NOT NULL,
      host text NOT NULL,
      space text NOT NULL,
      pid int4 NOT NULL,
      beat int8 NOT NULL
    );
    CREATE UNLOGGED TABLE ${schema}.session_line (
      ticket int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lookup bytea NOT NULL,
      token text COLLATE "C" NOT NULL,
      beat int8 NOT NULL
    );
    CREATE INDEX session_line_lookup ON ${schema}.session_line (lookup, ticket);`,
  SESSION_COUNT,
  // PostgreSQL 15 and newer do not log the sequence of a table that is not logged either, and a standby of theirs that is promoted cannot
  // read it; for a logged one roles would need a further right. The default is for servers of the version before, which may still be at
  // work: milliseconds, and within one the number of the transaction, as no two may have the same. It stays a safe number until 2109, is
  // above every ticket made of microseconds, and leaves room after each for those who count on from it.
  (schema) => `
    ALTER TABLE ${schema}.session_line ALTER COLUMN ticket DROP IDENTITY;
    ALTER TABLE ${schema}.session_line ALTER COLUMN ticket
      SET DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000)::int8 * 2048 + txid_current() % 128 * 16;`,
];
