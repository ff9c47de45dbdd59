import { DatabaseSync } from 'node:sqlite';
import type { ErrorCode } from '@ibid/core/types';
import { ownFault, type Fault } from './worker-fault.ts';

/** Milliseconds for which a statement waits while another connection writes. */
export const BUSY_TIMEOUT_MS = 5000;

/** Opens a connection that trusts no content of the file, and prepares it; closes it if that fails. */
export function connect(
  place: string | URL,
  readOnly: boolean,
  prepare: (connection: DatabaseSync) => void,
): DatabaseSync {
  const connection = new DatabaseSync(place, { readOnly, timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    prepare(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

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

/** Lock of a file. The system releases it when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/** Locks by an exclusive transaction on an empty database file at `path`; `undefined` if it is locked, by this process or another. */
export function lockFile(path: string): FileLock | undefined {
  const connection = new DatabaseSync(path);
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (resultCode(error) === BUSY) return undefined;
    throw error;
  }
}

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 26];
/** SQLite code for a full disk when creating the shared-memory file, a 32 KiB file next to an open database. */
const NO_ROOM_TO_SHARE = 4874;

/** SQLite's primary result code for an error of SQLite or of a system call on its files; `undefined` for other errors. */
function resultCode(error: unknown): number | undefined {
  const { errcode, code } = Object(error) as { readonly errcode?: number; readonly code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === NO_ROOM_TO_SHARE) return FULL;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

export function messageOf(error: unknown): string {
  return String((error as { readonly message?: string }).message ?? error);
}

/** Converts any error thrown while working on `file`. `damaged` is the message for a file that SQLite finds damaged. */
export function sqliteFault(error: unknown, file: string, damaged: string): Fault {
  const own = ownFault(error);
  if (own !== undefined) return own;
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return faultOf('STORE_BUSY', `\`${file}\` is locked by another process; try again`, true);
    case CORRUPT:
    case NOT_A_DATABASE:
      return faultOf('INDEX_DAMAGED', damaged);
    case FULL: {
      const message = `The disk of \`${file}\` is full; nothing was changed. Make room and try again`;
      return faultOf('UPSTREAM_FAILED', message, true);
    }
    case READ_ONLY:
      return faultOf('INVALID_CONFIG', `\`${file}\` cannot be written; check its permissions`);
    case CANNOT_OPEN:
      return faultOf('INVALID_CONFIG', `\`${file}\` cannot be opened; check its folder and permissions`);
  }
  return faultOf('UPSTREAM_FAILED', `Working on \`${file}\` failed: ${messageOf(error)}`);
}

function faultOf(code: ErrorCode, message: string, retryable = false): Fault {
  return { code, message, retryable };
}

/**
 * Journal mode of a file that is written: a write-ahead log, or a rollback journal if this Node's SQLite is 3.51.2 or older, which can damage a
 * log that two connections write and checkpoint at once (SQLite's notes on 3.51.3). With a rollback journal, readers and the writer wait for
 * each other.
 */
export const JOURNAL_MODE: 'TRUNCATE' | 'WAL' =
  (process.versions.sqlite ?? '0').localeCompare('3.51.3', 'en', { numeric: true }) >= 0 ? 'WAL' : 'TRUNCATE';
