import { closeSync, existsSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { ensureFolder } from '../../files/ensure-folder.ts';
import { fault } from '../../files/worker-fault.ts';
import { damaged } from './fault.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

/** One connection with its prepared statements. */
export interface Database {
  readonly file: string;
  readonly readOnly: boolean;
  /** The statement for this SQL, prepared once. */
  sql(text: string): Statement;
  /** Runs `action` in one `BEGIN IMMEDIATE` transaction; a throw rolls back. */
  write<T>(action: () => T): T;
  /** Runs `action` on one snapshot. */
  read<T>(action: () => T): T;
  /** Empties the write-ahead log, unless another process is reading from it just now. */
  checkpoint(): void;
  close(): void;
}

/** Rows come as arrays are typed: the caller says what the SELECT gives. */
export interface Statement {
  get<Row>(...values: SQLInputValue[]): Row | undefined;
  all<Row>(...values: SQLInputValue[]): Row[];
  /** The number of rows changed, and the row id of the last insert. */
  run(...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
}

const OLDEST_SQLITE = [3, 51, 3];
const BUSY_TIMEOUT_MS = 5000;
/** Rows of some kilobytes are the bulk of the file: pages of 8 KB left a third of it empty, and 1 KB saves no more than 6 %. */
const PAGE_BYTES = 4096;

/** Opens the index file, creating it unless `readOnly`. Throws a fault that names the file and the way out. */
export function openDatabase(file: string, readOnly: boolean): Database {
  checkSqliteVersion();
  if (!existsSync(file)) {
    if (readOnly) throw fault('NOT_INDEXED', `There is no index at \`${file}\`; run \`ibid index\` first`);
    createFile(file);
  }
  checkHeader(file);
  try {
    return wrap(connect(file, file, readOnly), file, readOnly);
  } catch (error) {
    if (!readOnly || !isFrozen(file, error)) throw error;
    const frozen = pathToFileURL(file);
    frozen.searchParams.set('immutable', '1');
    return wrap(connect(frozen, file, readOnly), file, readOnly);
  }
}

function connect(place: string | URL, file: string, readOnly: boolean): DatabaseSync {
  const connection = new DatabaseSync(place, { readOnly, timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = FULL;');
    checkSchema(connection, file);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

const READ_ONLY_DIRECTORY = 1544;
const CANNOT_OPEN = 14;

/** Whether the file lies where nobody can write, as in a container image, and has no log beside it that would be missed. */
function isFrozen(file: string, error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return (errcode === READ_ONLY_DIRECTORY || errcode === CANNOT_OPEN) && !existsSync(`${file}-wal`);
}

function wrap(connection: DatabaseSync, file: string, readOnly: boolean): Database {
  const statements = new Map<string, Statement>();
  const within = <T>(begin: string, action: () => T): T => {
    connection.exec(begin);
    try {
      const result = action();
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      // After a full disk SQLite has rolled back already, and a second ROLLBACK would throw.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    file,
    readOnly,
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = typed(connection.prepare(text));
        statements.set(text, statement);
      }
      return statement;
    },
    write: (action) => within('BEGIN IMMEDIATE', action),
    read: (action) => within('BEGIN', action),
    checkpoint() {
      // Waiting for readers would keep this thread from answering; the next build tries again.
      connection.exec('PRAGMA busy_timeout = 0');
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    },
    close: () => connection.close(),
  };
}

function typed(statement: StatementSync): Statement {
  return {
    get: <Row>(...values: SQLInputValue[]) => statement.get(...values) as Row | undefined,
    all: <Row>(...values: SQLInputValue[]) => statement.all(...values) as Row[],
    run: (...values) => {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
  };
}

/** SQLite up to 3.51.2 can corrupt a WAL file that two connections write and checkpoint at once. */
function checkSqliteVersion(): void {
  const version = process.versions.sqlite ?? '0';
  const parts = version.split('.').map(Number);
  for (const [i, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[i] ?? 0;
    if (part > oldest) return;
    if (part < oldest) {
      throw fault(
        'UNSUPPORTED',
        `SQLite ${version} in Node ${process.versions.node} can damage an index; use Node 24.15 or newer`,
      );
    }
  }
}

/** Made whole under another name first, so that a crash while creating leaves no empty file that looks like a damaged index. */
function createFile(file: string): void {
  ensureFolder(dirname(file));
  const draft = `${file}.creating-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const connection = new DatabaseSync(draft);
  try {
    // The log comes last: what stood in it would be written into the file by `close`, which keeps quiet about a disk that fails.
    connection.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT};
      BEGIN; ${TABLES} COMMIT;
      PRAGMA journal_mode = WAL;`);
    connection.close();
    giveName(draft, file);
  } catch (error) {
    if (connection.isOpen) connection.close();
    throw error;
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${ending}`, { force: true });
  }
}

/** Never replaces a file: when another process was faster, its file is as good. */
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

/** A changed letter in a table's definition would otherwise show as a strange error much later. */
function checkSchema(connection: DatabaseSync, file: string): void {
  // Sorted, because VACUUM puts tables and indexes in another order.
  const found = connection
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row.sql).trim())
    .sort();
  const expected = TABLES.split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .sort();
  if (!isDeepStrictEqual(found, expected)) {
    throw fault('INDEX_DAMAGED', damaged(file, 'its tables are not those of an index'));
  }
}

/** SQLite would take an empty file for an empty database and a foreign one for ours; the header tells before it is opened. */
function checkHeader(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) throw fault('INDEX_DAMAGED', `\`${file}\` is not a file; name the index file itself`);
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  if (status.size === 0) throw fault('INDEX_DAMAGED', damaged(file, 'it is empty'));
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw fault(
      'INDEX_DAMAGED',
      `\`${file}\` is no index: it does not begin like one. Name another file, or delete it and index again`,
    );
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw fault('INDEX_DAMAGED', `\`${file}\` is a database of another program; name another file`);
  }
  const format = header.readUInt32BE(60);
  if (format !== FORMAT) {
    throw fault(
      'INDEX_MISMATCH',
      `The index \`${file}\` has format ${format}, this version of Ibid reads format ${FORMAT}; ` +
        (format > FORMAT ? 'update Ibid' : 'delete it and index again'),
    );
  }
}
