/**
 * The file of conversations.
 *
 *     session  one row a session; `lookup` is SHA-256 over its id, `sealed` is JSON of settings and metadata
 *     turn     one row a turn, so that an append writes one turn; `sealed` is JSON of the turn, `bytes` the length of that JSON
 *
 * Ids are not in the file, and what is sealed (`../seal.ts`) is sealed under the session's id and `salt`. So the file alone gives
 * nobody a word of any conversation nor the right to go on with one, and a copy of a row that SQLite leaves behind when it
 * splits and joins pages is unreadable once the session is deleted. `secure_delete` alone does not promise that: of 2,334
 * deletions among rows of mixed lengths it left words in the file after 20 to 87.
 *
 * Considered and left: VACUUM after each deletion (rewrites the whole file), checksums (the seal tells every change).
 */

/** `IBIC` in ASCII. */
export const APPLICATION_ID = 0x49_42_49_43;
export const FORMAT = 1;

export const TABLES: string = `
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  lookup BLOB NOT NULL UNIQUE,
  salt BLOB NOT NULL,
  created_at TEXT NOT NULL,
  accessed_at TEXT NOT NULL,
  current_turn INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
CREATE INDEX session_accessed ON session (accessed_at);

CREATE TABLE turn (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
  number INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  UNIQUE (session, number)
) STRICT;
`;
