import { LOOK, SERVER_TIME, type Holder, type Look } from '../../postgres/heartbeat.ts';
import type { Postgres } from '../../postgres/postgres.ts';

/** A session's place as one look shows it to one who waits. */
export type PlaceLook = Look & {
  /** Whether one who shows life waits for longer. */
  readonly is_behind: boolean;
};

export interface TurnStatements {
  /**
   * Takes the place when nobody has it, or who was seen there has not moved since, unless one who shows life waits for longer;
   * whoever has no ticket waits for all. Gives the ticket up. Whether it was taken.
   */
  take(
    lookup: Uint8Array,
    holder: Omit<Holder, 'beat'>,
    options: { readonly dead: Look | undefined; readonly ticket: number | undefined },
  ): Promise<boolean>;
  /** Leaves the place when it is still this holder's. */
  leave(lookup: Uint8Array, token: string): Promise<void>;
  /** Stands in line; the ticket. */
  queueUp(lookup: Uint8Array, token: string): Promise<number>;
  giveUp(ticket: number): Promise<void>;
  look(lookup: Uint8Array, ticket: number): Promise<PlaceLook>;
  /** Removes what those left behind who died, and nobody came after them. */
  sweep(): Promise<void>;
}

/** Nobody lives that long without a sign of life. */
const SWEEP_MICROSECONDS = 3_600_000_000;

export function turnStatements(postgres: Postgres, patienceMs: number): TurnStatements {
  const [place, line] = [`${postgres.schema}.session_place`, `${postgres.schema}.session_line`];
  const patience = Math.round(patienceMs * 1000);
  // A stamp of the future was set before the clock went back, and who lives soon sets another.
  const isAhead = (ticket: string): string =>
    `EXISTS (SELECT FROM ${line} WHERE lookup = $1 AND (${ticket} IS NULL OR ticket < ${ticket})
       AND beat > ${SERVER_TIME} - ${patience} AND beat <= ${SERVER_TIME} + ${patience})`;

  return {
    async take(lookup, { token, host, space, pid }, { dead, ticket }) {
      const [seenToken, seenBeat] = dead === undefined || dead.token === null ? [null, null] : [dead.token, dead.beat];
      const taken = await postgres.query(
        `WITH taken AS (
           INSERT INTO ${place} AS held (lookup, token, host, space, pid, beat)
           SELECT $1, $2, $3, $4, $5, ${SERVER_TIME} WHERE NOT ${isAhead('$8::int8')}
           ON CONFLICT (lookup) DO UPDATE SET token = $2, host = $3, space = $4, pid = $5, beat = excluded.beat
           WHERE held.token = $6 AND held.beat = $7 RETURNING 1
         ), gone AS (
           DELETE FROM ${line} WHERE ticket = $8::int8 AND EXISTS (SELECT FROM taken)
         )
         SELECT 1 AS taken FROM taken`,
        [lookup, token, host, space, pid, seenToken, seenBeat, ticket ?? null],
      );
      return taken.length > 0;
    },
    async leave(lookup, token) {
      await postgres.query(`DELETE FROM ${place} WHERE lookup = $1 AND token = $2`, [lookup, token]);
    },
    async queueUp(lookup, token) {
      for (;;) {
        const [row] = await postgres.query<{ readonly ticket: number }>(
          `INSERT INTO ${line} (ticket, lookup, token, beat)
           SELECT greatest(${SERVER_TIME}, (SELECT max(ticket) + 1 FROM ${line})), $1, $2, ${SERVER_TIME}
           ON CONFLICT (ticket) DO NOTHING RETURNING ticket`,
          [lookup, token],
        );
        // Another came at the same moment.
        if (row !== undefined) return row.ticket;
      }
    },
    async giveUp(ticket) {
      await postgres.query(`DELETE FROM ${line} WHERE ticket = $1`, [ticket]);
    },
    async look(lookup, ticket) {
      const [row] = await postgres.query<PlaceLook>(
        `SELECT ${LOOK}, ${isAhead('$2::int8')} AS is_behind
         FROM (VALUES (1)) AS one LEFT JOIN ${place} ON lookup = $1`,
        [lookup, ticket],
      );
      return row!;
    },
    async sweep() {
      for (const table of [place, line])
        await postgres.query(
          `DELETE FROM ${table}
           WHERE beat < ${SERVER_TIME} - ${SWEEP_MICROSECONDS} OR beat > ${SERVER_TIME} + ${SWEEP_MICROSECONDS}`,
        );
    },
  };
}
