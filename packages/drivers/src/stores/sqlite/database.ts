import { closeSync, existsSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BUSY_TIMEOUT_MS, connect, inTransaction, JOURNAL_MODE, messageOf, sqliteFault } from '../../files/sqlite.ts';
import { fault, type Fault } from '../../files/worker-fault.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

/** One connection with its prepared statements. */
export interface Database {
  readonly file: string;
  readonly readOnly: boolean;
  /** Returns the statement for this SQL, prepared once. */
  sql(text: string): Statement;
  /**
   * Runs `action` in one `BEGIN IMMEDIATE` transaction; rolls back if it throws. The written data survive the end of this process. With `flush`
   * they, and everything written before, also survive a power cut.
   */
  write<T>(action: () => T, flush?: 'flush'): T;
  /** Runs `action` on one snapshot. */
  read<T>(action: () => T): T;
  /** Empties the write-ahead log, unless another process is reading from it. */
  checkpoint(): void;
  close(): void;
}

/** Prepared statement. Rows are not checked: the caller states their type. */
interface Statement {
  get<Row>(...values: SQLInputValue[]): Row | undefined;
  all<Row>(...values: SQLInputValue[]): Row[];
  run(...values: SQLInputValue[]): { readonly changes: number; readonly lastInsertRowid: number };
}

/** With a write-ahead log, a power cut may lose the last pages of a build but leaves the file sound; with a rollback journal it could damage it. */
const USUAL_FLUSH = JOURNAL_MODE === 'WAL' ? 'NORMAL' : 'FULL';

/** Opens the index file and, unless `readOnly`, creates it with its folder. Throws a fault that names the file and a fix. */
export function openDatabase(file: string, readOnly: boolean): Database {
  if (!existsSync(file)) {
    if (readOnly) throw fault('NOT_INDEXED', `There is no index at \`${file}\`; run \`ibid index\` first`);
    createIndexFile(file);
  }
  checkHeader(file);
  try {
    return open(file, file, readOnly);
  } catch (error) {
    if (!readOnly || !isFrozen(file, error)) throw error;
    const frozen = pathToFileURL(file);
    frozen.searchParams.set('immutable', '1');
    return open(frozen, file, readOnly);
  }
}

const READ_ONLY_DIRECTORY = 1544;
const CANNOT_OPEN = 14;

/** True if nobody can write in the folder, as in a container image, and the file has no log whose content would be missed. */
function isFrozen(file: string, error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return (errcode === READ_ONLY_DIRECTORY || errcode === CANNOT_OPEN) && !existsSync(`${file}-wal`);
}

function open(place: string | URL, file: string, readOnly: boolean): Database {
  const connection = connect(place, readOnly, (opened) => {
    opened.exec(`PRAGMA synchronous = ${USUAL_FLUSH}`);
    if (!readOnly) opened.exec(`PRAGMA journal_mode = ${JOURNAL_MODE}`);
  });
  const statements = new Map<string, Statement>();
  return {
    file,
    readOnly,
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = connection.prepare(text) as unknown as Statement;
        statements.set(text, statement);
      }
      return statement;
    },
    write(action, flush) {
      if (flush === undefined) return inTransaction(connection, 'BEGIN IMMEDIATE', action);
      connection.exec('PRAGMA synchronous = FULL');
      try {
        return inTransaction(connection, 'BEGIN IMMEDIATE', action);
      } finally {
        connection.exec(`PRAGMA synchronous = ${USUAL_FLUSH}`);
      }
    },
    read: (action) => inTransaction(connection, 'BEGIN', action),
    checkpoint() {
      // Do not wait for readers, because this thread could not answer meanwhile; the next build tries again.
      connection.exec('PRAGMA busy_timeout = 0');
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    },
    close: () => connection.close(),
  };
}

/** Most of the file is rows of some kilobytes: pages of 8 KB left a third of it empty, and 1 KB saves no more than 6 %. */
const PAGE_BYTES = 4096;

/**
 * Creates the file in an existing folder. It is written under another name first, so that a crash leaves no empty file that looks damaged.
 * Never replaces a file: if another process was faster, its file is used.
 */
export function createIndexFile(file: string): void {
  const draft = `${file}.creating-${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    fill(draft);
    giveName(draft, file);
  } finally {
    // `rmSync` throws, even with `force`, if a parent is not a folder, which would hide the original error.
    const left = ['', '-journal', '-wal', '-shm'].map((ending) => draft + ending).filter((path) => existsSync(path));
    for (const path of left) rmSync(path, { force: true });
  }
}

function fill(draft: string): void {
  const connection = new DatabaseSync(draft);
  try {
    // Switch to the log last: `close` would write its content into the file, and ignores a failing disk.
    connection.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT};
      BEGIN; ${TABLES} COMMIT;
      PRAGMA journal_mode = ${JOURNAL_MODE};`);
  } finally {
    connection.close();
  }
}

function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // File systems without hard links, such as exFAT.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if (!existsSync(file)) renameSync(draft, file);
  }
}

/** Checks the header before opening, because SQLite treats an empty file as an empty database and accepts files of other programs. */
export function checkHeader(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) throw fault('INDEX_DAMAGED', `\`${file}\` is not a file; name the index file itself`);
  if (status.size === 0) throw damage(file, 'it is empty');
  const header = readHeader(file);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw fault(
      'INDEX_DAMAGED',
      `\`${file}\` is no index: it does not begin like one. Name another file, or delete it and index again`,
    );
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw fault('INDEX_DAMAGED', `\`${file}\` is a database of another program; name another file`);
  }
  const found = header.readUInt32BE(60);
  if (found === FORMAT) return;
  throw fault(
    'INDEX_MISMATCH',
    `The index \`${file}\` has format ${found}, this version of Ibid reads format ${FORMAT}; ` +
      (found > FORMAT ? 'update Ibid' : 'delete it and index again'),
  );
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}

/** Converts any error thrown while working on `file`: uses the error given to `fault`, else maps SQLite's result code. */
export function toFault(error: unknown, file: string): Fault {
  const what = messageOf(error);
  // Every file is created with all tables, and data that cannot be decoded were not written by this program.
  const isIncomplete = /^no such (?:table|column): /u.test(what);
  const isUnreadable = error instanceof SyntaxError || error instanceof RangeError;
  const damaged = damage(file, isUnreadable ? `a row cannot be read: ${what}` : what);
  return sqliteFault(isIncomplete || isUnreadable ? damaged : error, file, damaged.message);
}

/** Error to throw for a damaged file: names the file, the problem and the fix. */
export function damage(file: string, what: string): Error {
  return fault(
    'INDEX_DAMAGED',
    `The index \`${file}\` is damaged: ${what}. Restore a copy, or delete it and index again`,
  );
}
