/** State shared by the servers on one PostgreSQL: its clock, whether it takes writes, and common keys. */
import { randomBytes } from 'node:crypto';
import { IbidError } from '@ibid/core';
import type { Database } from './database.ts';

export interface Replicas {
  /** Time of the database's clock, independent of this machine's, accurate to some milliseconds; never waits. */
  now(): Date;
  /** Commits a small write. Concurrent calls share one write. Rejects if it takes too long. */
  checkWrites(): Promise<void>;
  /** 32 bytes, the same for all servers on that day, given as `2026-11-22`. */
  clientKey(day: string): Promise<Uint8Array>;
}

const ASK_AGAIN_MS = 60_000;
const SLOW_WRITE_MS = 1500;

/** Reads the database's time and keeps it up to date. */
export async function openReplicas(database: Database): Promise<Replicas> {
  let time = await askTime(database);
  let asking: Promise<void> | undefined;
  let writing: Promise<void> | undefined;

  const askAgain = async (at: number): Promise<void> => {
    // On failure the previous measurement is kept.
    time = await askTime(database).catch(() => ({ ...time, askedAt: at }));
  };
  const write = async (): Promise<void> => {
    const from = performance.now();
    await database.query("UPDATE row_lock SET writes = (writes + 1) % 1000000 WHERE name = 'probe'");
    const milliseconds = performance.now() - from;
    // A standby that confirms late, or a nearly stalled database, still acknowledges the write.
    if (milliseconds < SLOW_WRITE_MS) return;
    throw new IbidError('TIMED_OUT', `PostgreSQL took ${Math.round(milliseconds)} ms to write one row`);
  };

  return {
    now() {
      const at = performance.now();
      if (asking === undefined && at - time.askedAt >= ASK_AGAIN_MS) {
        asking = askAgain(at).finally(() => (asking = undefined));
      }
      return new Date(Math.round(time.ahead + at));
    },
    checkWrites: () => (writing ??= write().finally(() => (writing = undefined))),
    clientKey: (day) =>
      database.transaction(async (query) => {
        await query('INSERT INTO client_key (day, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [day, randomBytes(32)]);
        // A server whose clock is a little behind still needs yesterday's key.
        await query(
          "DELETE FROM client_key WHERE day < to_char((now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM-DD')",
        );
        const [row] = await query<{ readonly key: Uint8Array }>('SELECT key FROM client_key WHERE day = $1', [day]);
        return row?.key ?? randomBytes(32);
      }),
  };
}

async function askTime(database: Database): Promise<{ readonly ahead: number; readonly askedAt: number }> {
  const before = performance.now();
  const [row] = await database.query<{ readonly milliseconds: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS milliseconds',
  );
  const after = performance.now();
  return { ahead: row!.milliseconds - (before + after) / 2, askedAt: after };
}
