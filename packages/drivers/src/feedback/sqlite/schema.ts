/**
 * The file of what readers think: one row for each request that somebody judged. `id` rises with every putting, also over
 * deletions, so that it tells which of two of one instant came later. `reasons` are JSON. No address, no session and no question
 * stands in the file; what a reader wrote stands in `note`.
 */

/** `IBFB` in ASCII. */
export const APPLICATION_ID = 0x49_42_46_42;
export const FORMAT = 1;

export const TABLES: string = `
CREATE TABLE feedback (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id TEXT NOT NULL UNIQUE,
  verdict TEXT NOT NULL,
  reasons TEXT NOT NULL,
  note TEXT NOT NULL,
  page TEXT NOT NULL,
  generation INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX feedback_at ON feedback (at);
`;
