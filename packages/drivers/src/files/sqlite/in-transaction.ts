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
