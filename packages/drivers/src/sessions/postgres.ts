/**
 * Conversations in PostgreSQL (`postgres/session-tables.ts`), shared by all processes on it. Texts are sealed under the session's id,
 * which is not in the database.
 */
import { IbidError } from '@ibid/core';
import type { SessionDriver } from '@ibid/core/types';
import { withinClosingTime } from '../postgres/closing-time.ts';
import { inTurn } from '../postgres/in-turn.ts';
import type { Postgres, TransactionOptions } from '../postgres/postgres.ts';
import { sharedDriver } from '../postgres/shared-driver.ts';
import { WAIT_FOR_STANDBY } from '../postgres/wait-for-standby.ts';
import { appendTurn } from './postgres/append-turn.ts';
import { openSealed, type StoredSessionRow, type StoredTurnRow } from './postgres/sealed-session.ts';
import { SESSION_TABLES } from './postgres/session-tables.ts';
import { sessionTurns } from './postgres/session-turns.ts';
import { lookupOf } from './seal.ts';

export interface PostgresSessionsOptions {
  /** Lent: stays open after the driver. */
  readonly postgres: Postgres;
  /** Milliseconds between two signs of life of who holds a turn; the same in all replicas. @default 1,000 */
  readonly beatMs?: number;
  /** Milliseconds after which one without a sign of life counts as dead, where its process cannot be seen. @default 10,000 */
  readonly patienceMs?: number;
  /** Longest that a new session may take to be kept, waiting for others to be kept included, in milliseconds. @default 5,000 */
  readonly newPatienceMs?: number;
}

/** Deleted at a time, so that others wait for few rows at once. */
const IDLE_STEP = 200;
/** All who begin a session wait for the one that is being counted, so one whose process hangs is given up soon. */
const COUNTING_IDLE_MS = 2000;

export function postgresSessions(options: PostgresSessionsOptions): SessionDriver {
  const { postgres, beatMs = 1000, patienceMs = 10_000, newPatienceMs } = options;
  const { schema } = postgres;
  const driver = sharedDriver({ postgres, kind: 'sessions', migrations: SESSION_TABLES });
  // New sessions wait for one another in the database; those of one process need not hold a connection each while they do.
  const next = inTurn({ patienceMs: newPatienceMs });
  const line = sessionTurns({ postgres, beatMs, patienceMs });

  return {
    name: 'postgres-sessions',
    traits: { durable: true },
    turns: { enter: (id, given) => driver.run(() => line.enter(id, given)) },
    open: driver.open,
    async close() {
      line.refuse();
      next.refuse(new IbidError('CLOSED', 'The sessions in PostgreSQL were closed before this one was kept'));
      await driver.close();
      await withinClosingTime(postgres, line.leaveAll());
    },
    read: (id, given) =>
      driver.run(async () => {
        // One statement sees one state of both tables.
        const [session, ...turns] = await postgres.query<StoredSessionRow & StoredTurnRow>(
          `SELECT 0::int8 AS number, sealed, salt, created_at, accessed_at, current_turn
           FROM ${schema}.session WHERE lookup = $1
           UNION ALL
           SELECT turn.number, turn.sealed, NULL, NULL, NULL, NULL
           FROM ${schema}.session JOIN ${schema}.session_turn AS turn ON turn.session = session.id WHERE lookup = $1
           ORDER BY number`,
          [lookupOf(id)],
          given,
        );
        return session === undefined ? undefined : openSealed(id, session, turns);
      }),
    append: (appended, caps, given) =>
      driver.run(() => {
        const append = (limits: Pick<TransactionOptions, 'withinMs' | 'idleMs'>): Promise<void> =>
          postgres.transaction((query) => appendTurn(query, schema, appended, caps), { ...given, ...limits });
        if (appended.turn.number !== 1) return append({});
        return next((leftMs) => append({ withinMs: leftMs, idleMs: COUNTING_IDLE_MS }), given);
      }),
    delete: (id, given) =>
      driver.run(() =>
        postgres.transaction(async (query) => {
          const gone = await query(`DELETE FROM ${schema}.session WHERE lookup = $1 RETURNING id`, [lookupOf(id)]);
          // Erased for good is what is not there on a standby either.
          if (gone.length === 0) await query(`SELECT ${WAIT_FOR_STANDBY}`);
          return gone.length > 0;
        }, given),
      ),
    deleteIdleSince: (instant, given) =>
      driver.run(async () => {
        await line.sweep();
        for (let deleted = 0; ;) {
          const step = await postgres.transaction(async (query) => {
            const gone = await query(
              `DELETE FROM ${schema}.session WHERE id IN (
                 SELECT id FROM ${schema}.session WHERE accessed_at < $1 ORDER BY accessed_at, id LIMIT $2 FOR UPDATE
               ) RETURNING id`,
              [instant, IDLE_STEP],
            );
            return gone.length;
          }, given);
          // Fewer than a step may be because of one that was used again in the meantime.
          if (step === 0) return deleted;
          deleted += step;
        }
      }),
    count: (given) =>
      driver.run(async () => {
        const [row] = await postgres.query<{ readonly kept: number }>(
          `SELECT count(*) AS kept FROM ${schema}.session`,
          [],
          given,
        );
        return row!.kept;
      }),
  };
}
