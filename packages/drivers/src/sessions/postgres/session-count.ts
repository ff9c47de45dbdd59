import type { Migration, Query } from '../../postgres/postgres.ts';

/**
 * How many sessions there are, without counting them: the sum over `session_count`. Whoever adds or deletes sessions, also by hand,
 * adds a row with the difference, so that nobody waits for anybody; sometimes one row takes the place of many. Counting a hundred
 * thousand rows for each new session took 10 to 15 ms, in which nobody else could begin one.
 */
export const SESSION_COUNT: Migration = (schema) => `
    CREATE TABLE ${schema}.session_count (delta int8 NOT NULL);

    CREATE FUNCTION ${schema}.session_counted() RETURNS trigger LANGUAGE plpgsql AS $count$
    BEGIN
      INSERT INTO ${schema}.session_count
        SELECT CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed HAVING count(*) > 0;
      RETURN NULL;
    END $count$;
    CREATE FUNCTION ${schema}.session_emptied() RETURNS trigger LANGUAGE plpgsql AS $count$
    BEGIN
      DELETE FROM ${schema}.session_count;
      RETURN NULL;
    END $count$;

    CREATE TRIGGER session_added AFTER INSERT ON ${schema}.session
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.session_counted();
    CREATE TRIGGER session_deleted AFTER DELETE ON ${schema}.session
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.session_counted();
    CREATE TRIGGER session_emptied AFTER TRUNCATE ON ${schema}.session
      FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.session_emptied();

    INSERT INTO ${schema}.session_count SELECT count(*) FROM ${schema}.session;`;

/** More rows than this become one. */
const MOST_ROWS = 100;

/** Those of committed transactions and of this one. Only for the one who holds the lock on them. */
export async function sessionCount(query: Query, schema: string): Promise<number> {
  const [kept] = await query<{ readonly sessions: number; readonly rows: number }>(
    `SELECT coalesce(sum(delta), 0)::int8 AS sessions, count(*) AS rows FROM ${schema}.session_count`,
  );
  if (kept!.rows > MOST_ROWS) {
    await query(
      `WITH old AS (DELETE FROM ${schema}.session_count RETURNING delta)
       INSERT INTO ${schema}.session_count SELECT sum(delta) FROM old`,
    );
  }
  return kept!.sessions;
}
