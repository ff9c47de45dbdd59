/**
 * The ledger's tables, and the two functions that write them.
 *
 *     ledger_account      one row a sum: what was settled, and what is reserved by calls that were not settled. `newest_day` is its
 *                         own day, or for an account without one that of its newest reservation; `''` before anything was booked
 *     ledger_reservation  one row a call that is not settled; `accounts` holds the ids of its accounts. None at all: the id was given
 *                         up and is never booked (`give-up.ts`)
 *
 * `reserved_*` of an account is the sum over the reservations that name it, those included whose process died. Ids of accounts
 * are never used twice, so what is settled late never meets another account.
 *
 * Everything is done inside one statement, so no lock is ever held while a message is on its way: a replica that stalls or is cut off
 * cannot hold up the others. Locks are taken in one order everywhere, reservations that exist by id and then accounts by key and
 * day, so nobody waits in a circle.
 */
import type { Migration } from '../../postgres/postgres.ts';

const tables: Migration = (schema) => `
CREATE TABLE ${schema}.ledger_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  newest_day text COLLATE "C" NOT NULL DEFAULT '',
  settled_tokens bigint NOT NULL DEFAULT 0 CHECK (settled_tokens >= 0),
  settled_cost bigint NOT NULL DEFAULT 0 CHECK (settled_cost >= 0),
  reserved_tokens bigint NOT NULL DEFAULT 0 CHECK (reserved_tokens >= 0),
  reserved_cost bigint NOT NULL DEFAULT 0 CHECK (reserved_cost >= 0),
  UNIQUE (key, day)
) WITH (fillfactor = 50);
CREATE INDEX ledger_account_newest_day ON ${schema}.ledger_account (newest_day);

CREATE TABLE ${schema}.ledger_reservation (
  id text COLLATE "C" PRIMARY KEY,
  day text COLLATE "C" NOT NULL,
  tokens bigint NOT NULL,
  cost bigint NOT NULL,
  accounts bigint[] NOT NULL
);
CREATE INDEX ledger_reservation_day ON ${schema}.ledger_reservation (day);
`;

/**
 * Books reservations in their order, each on all of its accounts or on none. The accounts of all of them stand in one row, so many of
 * each reservation as `account_counts` says. For each reservation 0 when it is booked, -1 when its id is reserved, else the
 * place from 1, among all accounts, of the first whose cap it would pass.
 */
const reserve: Migration = (schema) => `
CREATE FUNCTION ${schema}.ledger_reserve(
  new_ids text[], new_days text[], new_tokens bigint[], new_costs bigint[], account_counts int[],
  account_keys text[], account_days text[], most_tokens bigint[], most_costs bigint[]
) RETURNS int[] LANGUAGE plpgsql AS $reserve$
DECLARE
  verdicts int[] := array_fill(0, ARRAY[cardinality(new_ids)]);
  -- By place among all accounts; what is held stands at the first place of each.
  rows bigint[];
  firsts int[];
  held_tokens bigint[];
  held_costs bigint[];
  booked_by int[] := array_fill(0, ARRAY[cardinality(account_keys)]);
  taken text[];
  place int := 0;
  verdict int;
BEGIN
  -- A row that is there is locked and stays as it is.
  INSERT INTO ${schema}.ledger_account AS account (key, day)
    SELECT key, day
    FROM (SELECT DISTINCT key COLLATE "C" AS key, day COLLATE "C" AS day
          FROM unnest(account_keys, account_days) AS asked (key, day)) AS asked
    ORDER BY key, day
    ON CONFLICT (key, day) DO UPDATE SET newest_day = account.newest_day WHERE false;

  SELECT array_agg(id ORDER BY n), array_agg(first ORDER BY n), array_agg(tokens ORDER BY n), array_agg(cost ORDER BY n)
  INTO rows, firsts, held_tokens, held_costs
  FROM (
    SELECT account.id, n, min(n) OVER (PARTITION BY account.id)::int AS first,
      settled_tokens + reserved_tokens AS tokens, settled_cost + reserved_cost AS cost
    FROM unnest(account_keys, account_days) WITH ORDINALITY AS asked (key, day, n)
    JOIN ${schema}.ledger_account AS account ON account.key = asked.key AND account.day = asked.day
  ) AS found;

  taken := ARRAY(SELECT id FROM ${schema}.ledger_reservation WHERE id = ANY (new_ids));

  FOR i IN 1 .. cardinality(new_ids) LOOP
    verdict := CASE WHEN new_ids[i] = ANY (taken) THEN -1 ELSE 0 END;
    FOR p IN place + 1 .. place + account_counts[i] LOOP
      EXIT WHEN verdict <> 0;
      IF held_tokens[firsts[p]] + new_tokens[i] > most_tokens[p] OR held_costs[firsts[p]] + new_costs[i] > most_costs[p] THEN
        verdict := p;
      END IF;
    END LOOP;
    IF verdict = 0 THEN
      FOR p IN place + 1 .. place + account_counts[i] LOOP
        held_tokens[firsts[p]] := held_tokens[firsts[p]] + new_tokens[i];
        held_costs[firsts[p]] := held_costs[firsts[p]] + new_costs[i];
        booked_by[p] := i;
      END LOOP;
      taken := taken || new_ids[i];
    END IF;
    verdicts[i] := verdict;
    place := place + account_counts[i];
  END LOOP;

  UPDATE ${schema}.ledger_account AS account SET
    reserved_tokens = reserved_tokens + booked.tokens,
    reserved_cost = reserved_cost + booked.cost,
    newest_day = CASE account.day WHEN '' THEN greatest(newest_day, booked.newest) ELSE account.day END
  FROM (
    SELECT rows[n] AS id, sum(new_tokens[i])::bigint AS tokens, sum(new_costs[i])::bigint AS cost,
      max(new_days[i] COLLATE "C") AS newest
    FROM unnest(booked_by) WITH ORDINALITY AS one (i, n) WHERE i > 0 GROUP BY rows[n]
  ) AS booked
  WHERE account.id = booked.id;

  INSERT INTO ${schema}.ledger_reservation (id, day, tokens, cost, accounts)
    SELECT new_ids[i], new_days[i], new_tokens[i], new_costs[i], array_agg(rows[n])
    FROM unnest(booked_by) WITH ORDINALITY AS one (i, n) WHERE i > 0
    GROUP BY i ORDER BY new_ids[i] COLLATE "C";
  RETURN verdicts;
END $reserve$;
`;

/** Settles what it knows; of an id that is named twice the first counts. */
const settle: Migration = (schema) => `
CREATE FUNCTION ${schema}.ledger_settle(used_ids text[], used_tokens bigint[], used_costs bigint[])
RETURNS void LANGUAGE plpgsql AS $settle$
DECLARE
  known text[];
BEGIN
  known := ARRAY(
    SELECT id FROM ${schema}.ledger_reservation WHERE id = ANY (used_ids) AND accounts <> '{}' ORDER BY id FOR UPDATE
  );
  PERFORM 1 FROM ${schema}.ledger_account
    WHERE id IN (SELECT unnest(accounts) FROM ${schema}.ledger_reservation WHERE id = ANY (known))
    ORDER BY key, day FOR UPDATE;

  WITH gone AS (
    DELETE FROM ${schema}.ledger_reservation WHERE id = ANY (known) RETURNING id, tokens, cost, accounts
  ), used AS (
    SELECT DISTINCT ON (id) id, tokens, cost
    FROM unnest(used_ids, used_tokens, used_costs) WITH ORDINALITY AS one (id, tokens, cost, n) ORDER BY id, n
  ), change AS (
    SELECT account, sum(used.tokens) AS used_tokens, sum(used.cost) AS used_cost,
      sum(gone.tokens)::bigint AS held_tokens, sum(gone.cost)::bigint AS held_cost
    FROM gone JOIN used ON used.id = gone.id CROSS JOIN unnest(gone.accounts) AS account GROUP BY account
  )
  UPDATE ${schema}.ledger_account AS account SET
    settled_tokens = least(settled_tokens + change.used_tokens, ${Number.MAX_SAFE_INTEGER})::bigint,
    settled_cost = least(settled_cost + change.used_cost, ${Number.MAX_SAFE_INTEGER})::bigint,
    reserved_tokens = reserved_tokens - change.held_tokens,
    reserved_cost = reserved_cost - change.held_cost
  FROM change WHERE account.id = change.account;
END $settle$;
`;

export const LEDGER_MIGRATIONS: readonly Migration[] = [(schema) => tables(schema) + reserve(schema) + settle(schema)];
