/** What servers over one database have in common: its clock, whether it takes writes, and keys that all of them know. */
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Postgres } from './postgres.ts';
import { REPLICA_TABLES } from './replica-tables.ts';

export interface ReplicaGround {
  /** Makes its tables and asks for the time; the other verbs need it. */
  open(options?: CallOptions): Promise<void>;
  /** By the database's clock, whatever that of this machine says, to some milliseconds; never waits. */
  now(): Date;
  /**
   * Commits a small write. One at a time: who comes while one is under way waits for it. Rejects when that takes longer than a
   * write that works, as where a standby that must confirm is away.
   */
  checkWrites(): Promise<void>;
  /** 32 bytes, the same for all who name this day, `2026-11-22`. */
  clientKey(day: string, options?: CallOptions): Promise<Uint8Array>;
}

const ASK_AGAIN_MS = 60_000;
const SLOW_WRITE_MS = 1_500;
/**
 * For what the server itself can end, such as a wait for a lock. A commit that waits for a standby is not among it: that wait has no limit,
 * and goes on until the connection is given up a second later and the server is asked to stop.
 */
const WRITE_LIMIT_MS = 2_000;

export function replicaGround(postgres: Postgres, clock: () => number = () => performance.now()): ReplicaGround {
  const { schema } = postgres;
  const name = randomUUID();
  let time: { readonly ahead: number; readonly askedAt: number } | undefined;
  let asking: Promise<void> | undefined;
  let writing: Promise<void> | undefined;

  const askTime = async (options?: CallOptions): Promise<void> => {
    const before = clock();
    const [row] = await postgres.query<{ readonly milliseconds: number }>(
      `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS milliseconds`,
      [],
      options,
    );
    const after = clock();
    time = { ahead: row!.milliseconds - (before + after) / 2, askedAt: after };
  };
  const write = async (): Promise<void> => {
    const from = clock();
    await postgres.transaction(
      async (query) => {
        await query(
          `INSERT INTO ${schema}.replica (name, seen) VALUES ($1, now())
           ON CONFLICT (name) DO UPDATE SET seen = excluded.seen`,
          [name],
        );
        await query(`DELETE FROM ${schema}.replica WHERE seen < now() - interval '1 day'`);
      },
      { timeoutMs: WRITE_LIMIT_MS },
    );
    const milliseconds = clock() - from;
    // A standby that confirms late, and a database that all but stands still, acknowledge all the same.
    if (milliseconds < SLOW_WRITE_MS) return;
    throw new IbidError('TIMED_OUT', `PostgreSQL took ${Math.round(milliseconds)} ms to write one row`);
  };

  return {
    async open(options) {
      await postgres.migrate('replicas', REPLICA_TABLES, options);
      await askTime(options);
    },
    now() {
      if (time === undefined) throw new IbidError('CLOSED', 'The clock of PostgreSQL is not known; call `open` first');
      const at = clock();
      if (asking === undefined && at - time.askedAt >= ASK_AGAIN_MS) {
        // What was measured before serves until then.
        asking = askTime()
          .catch(() => (time = { ...time!, askedAt: at }))
          .then(() => (asking = undefined));
      }
      return new Date(Math.round(time.ahead + at));
    },
    checkWrites() {
      writing ??= write().finally(() => (writing = undefined));
      return writing;
    },
    clientKey: (day, options) =>
      postgres.transaction(async (query) => {
        await query(`INSERT INTO ${schema}.client_key (day, key) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
          day,
          randomBytes(32),
        ]);
        // A server whose clock is a little behind still needs that of yesterday.
        await query(
          `DELETE FROM ${schema}.client_key WHERE day < to_char((now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM-DD')`,
        );
        const [row] = await query<{ readonly key: Uint8Array }>(`SELECT key FROM ${schema}.client_key WHERE day = $1`, [
          day,
        ]);
        return row?.key ?? randomBytes(32);
      }, options),
  };
}
