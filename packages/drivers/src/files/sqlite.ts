import type { DatabaseSync } from 'node:sqlite';

/** Runs `action` in one transaction: on one snapshot, or as the only writer when it is `IMMEDIATE`. A throw rolls back. */
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

/** After a full disk SQLite has rolled back already, and a second ROLLBACK throws. */
export function rollBack(connection: DatabaseSync): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // Nothing is open any more, or the connection itself is broken, which the error at hand says.
  }
}

const SOUND_WAL = [3, 51, 3] as const;

/**
 * How a file that is written keeps its journal: a write-ahead log, or a rollback journal where this Node's SQLite is 3.51.2 or older, which
 * can damage a log that two connections write and checkpoint at once (SQLite's own notes on 3.51.3). With a rollback journal readers and
 * the writer wait for each other.
 */
export const JOURNAL_MODE: 'TRUNCATE' | 'WAL' = isSound(process.versions.sqlite ?? '0') ? 'WAL' : 'TRUNCATE';

function isSound(version: string): boolean {
  const parts = version.split('.').map(Number);
  const difference = SOUND_WAL.map((least, i) => (parts[i] ?? 0) - least).find((one) => one !== 0) ?? 0;
  return difference >= 0;
}
