/** State shared by the servers on one PostgreSQL: whether it takes writes, and common keys. */
import { randomBytes } from 'node:crypto';
import { IbidError } from '@ibid/core';
import type { Database } from './database.ts';

export interface Replicas {
  /** Commits a small write. Concurrent calls share one write. Rejects if it takes too long. */
  checkWrites(): Promise<void>;
  /** 32 bytes, the same for all servers on that day, given as `2026-11-22`. */
  clientKey(day: string): Promise<Uint8Array>;
}

const SLOW_WRITE_MS = 1500;

export function replicasOver(database: Database): Replicas {
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    const from = performance.now();
    await database.query("UPDATE row_lock SET writes = (writes + 1) % 1000000 WHERE name = 'probe'");
    const milliseconds = performance.now() - from;
    // A standby that confirms late, or a nearly stalled database, still acknowledges the write.
    if (milliseconds < SLOW_WRITE_MS) return;
    throw new IbidError('TIMED_OUT', `PostgreSQL took ${Math.round(milliseconds)} ms to write one row`);
  };

  return {
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
