/**
 * The tables of everything that a server stores besides the index, the same in SQLite and PostgreSQL.
 *
 *     session             one row per conversation; `lookup` is SHA-256 of its id, `sealed` is JSON of settings and metadata (`seal` in `sessions.ts`)
 *     session_turn        one row per turn; `sealed` is JSON of the turn, `bytes` the length of that JSON in UTF-8
 *     ledger_account      one row per sum: settled amounts, and amounts reserved by unsettled calls. `newest_day` is its day, or for an
 *                         account without a day that of its newest reservation; old sums are deleted by it
 *     ledger_reservation  one row per unsettled call; `accounts` is a JSON array of account ids
 *     feedback            one row per rated request; `id` rises with every rating, `reasons` is JSON
 *     job                 one row per job, newest last; `body` is JSON. A unique index allows at most one unfinished job
 *     client_key          one row per day: the key with which all servers hash addresses on that day
 *     row_lock            one row per name: locked to run work one at a time, or written to check that writes work
 *
 * Conversation ids and addresses are never stored in clear text, and questions only with feedback, if the owner keeps them.
 */

/** A database with another version is refused. */
export const SCHEMA_VERSION = 2;

interface ColumnTypes {
  /** A number that rises with each row and is never reused. */
  readonly serial: string;
  readonly bytes: string;
  /** Ordered by bytes. */
  readonly text: string;
  readonly int: string;
}

const SQLITE: ColumnTypes = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  bytes: 'BLOB',
  text: 'TEXT',
  int: 'INTEGER',
};
const POSTGRES: ColumnTypes = {
  serial: 'int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  bytes: 'bytea',
  text: 'text COLLATE "C"',
  int: 'int8',
};

/** Statements that create missing tables. */
export function schemaSql(dialect: 'sqlite' | 'postgres'): string {
  const { serial, bytes, text, int } = dialect === 'sqlite' ? SQLITE : POSTGRES;
  return `
CREATE TABLE IF NOT EXISTS session (
  id ${serial},
  lookup ${bytes} NOT NULL UNIQUE,
  salt ${bytes} NOT NULL,
  created_at ${text} NOT NULL,
  accessed_at ${text} NOT NULL,
  current_turn ${int} NOT NULL,
  sealed ${bytes} NOT NULL
);
CREATE INDEX IF NOT EXISTS session_accessed ON session (accessed_at, id);
CREATE TABLE IF NOT EXISTS session_turn (
  session ${int} NOT NULL REFERENCES session ON DELETE CASCADE,
  number ${int} NOT NULL,
  bytes ${int} NOT NULL,
  sealed ${bytes} NOT NULL,
  PRIMARY KEY (session, number)
);
CREATE TABLE IF NOT EXISTS ledger_account (
  id ${serial},
  key ${text} NOT NULL,
  day ${text} NOT NULL,
  newest_day ${text} NOT NULL,
  settled_tokens ${int} NOT NULL DEFAULT 0 CHECK (settled_tokens >= 0),
  settled_cost ${int} NOT NULL DEFAULT 0 CHECK (settled_cost >= 0),
  reserved_tokens ${int} NOT NULL DEFAULT 0 CHECK (reserved_tokens >= 0),
  reserved_cost ${int} NOT NULL DEFAULT 0 CHECK (reserved_cost >= 0),
  UNIQUE (key, day)
);
CREATE INDEX IF NOT EXISTS ledger_account_newest_day ON ledger_account (newest_day);
CREATE TABLE IF NOT EXISTS ledger_reservation (
  id ${text} PRIMARY KEY,
  day ${text} NOT NULL,
  tokens ${int} NOT NULL,
  cost ${int} NOT NULL,
  accounts text NOT NULL
);
CREATE INDEX IF NOT EXISTS ledger_reservation_day ON ledger_reservation (day);
CREATE TABLE IF NOT EXISTS feedback (
  id ${serial},
  request_id ${text} NOT NULL UNIQUE,
  verdict text NOT NULL,
  reasons text NOT NULL,
  note text NOT NULL,
  page text NOT NULL,
  generation ${int} NOT NULL,
  at ${text} NOT NULL,
  question text NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS feedback_at ON feedback (at, id);
CREATE TABLE IF NOT EXISTS job (
  seq ${serial},
  id ${text} NOT NULL UNIQUE,
  ended ${int} NOT NULL,
  attempts ${int} NOT NULL,
  body text NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS job_open ON job (ended) WHERE ended = 0;
CREATE TABLE IF NOT EXISTS client_key (day ${text} PRIMARY KEY, key ${bytes} NOT NULL);
CREATE TABLE IF NOT EXISTS row_lock (name ${text} PRIMARY KEY, writes ${int} NOT NULL DEFAULT 0);
INSERT INTO row_lock (name) VALUES ('feedback'), ('probe') ON CONFLICT DO NOTHING;
`;
}
