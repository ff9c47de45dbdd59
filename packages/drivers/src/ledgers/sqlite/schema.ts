/**
 * The file of the ledger.
 *
 *     account      one row a sum: what was settled, and what is reserved by calls that were not settled. `newest_day` is its own
 *                  day, or for an account without one that of its newest reservation; sums are forgotten by it
 *     reservation  one row a call that is not settled; `accounts` holds the ids of its accounts, as JSON
 *
 * `reserved_*` of an account is the sum over the reservations that name it, those included whose process died. Ids of accounts
 * are never used twice, so what is settled late never meets another account. Keys are hashes: nobody's address and
 * nobody's session stands in the file.
 *
 * Considered and left: one row for every call ever made (a sum over the day for each reservation, and the file grows), a sum in
 * each process with a share of the cap (either refuses what would fit, or passes the cap).
 */

/** `IBLG` in ASCII. */
export const APPLICATION_ID = 0x49_42_4c_47;
export const FORMAT = 1;

export const TABLES: string = `
CREATE TABLE account (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  day TEXT NOT NULL,
  newest_day TEXT NOT NULL,
  settled_tokens INTEGER NOT NULL DEFAULT 0 CHECK (settled_tokens >= 0),
  settled_cost INTEGER NOT NULL DEFAULT 0 CHECK (settled_cost >= 0),
  reserved_tokens INTEGER NOT NULL CHECK (reserved_tokens >= 0),
  reserved_cost INTEGER NOT NULL CHECK (reserved_cost >= 0),
  UNIQUE (key, day)
) STRICT;
CREATE INDEX account_newest_day ON account (newest_day);

CREATE TABLE reservation (
  id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  accounts TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reservation_day ON reservation (day);
`;
