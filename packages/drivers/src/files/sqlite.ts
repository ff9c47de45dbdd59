import type { DatabaseSync } from 'node:sqlite';

/** Runs `action` in one transaction: on one snapshot, or as the only writer with `IMMEDIATE`. Rolls back if it throws. */
export function inTransaction<T>(connection: DatabaseSync, begin: 'BEGIN' | 'BEGIN IMMEDIATE', action: () => T): T {
  connection.exec(begin);
  try {
    const result = action();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** Rolls back if possible. After a full disk SQLite has rolled back already, and a second ROLLBACK throws. */
export function rollBack(connection: DatabaseSync): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // No transaction is open, or the connection is broken, which the original error reports.
  }
}

const SOUND_WAL = [3, 51, 3] as const;

/**
 * Journal mode of a file that is written: a write-ahead log, or a rollback journal if this Node's SQLite is 3.51.2 or older, which can damage a
 * log that two connections write and checkpoint at once (SQLite's notes on 3.51.3). With a rollback journal, readers and the writer wait for
 * each other.
 */
export const JOURNAL_MODE: 'TRUNCATE' | 'WAL' = isSound(process.versions.sqlite ?? '0') ? 'WAL' : 'TRUNCATE';

function isSound(version: string): boolean {
  const parts = version.split('.').map(Number);
  const difference = SOUND_WAL.map((least, i) => (parts[i] ?? 0) - least).find((one) => one !== 0) ?? 0;
  return difference >= 0;
}
