import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { inTransaction, JOURNAL_MODE } from '../../files/sqlite.ts';
import { fault } from '../../files/worker-fault.ts';
import { checkHeader, createIndexFile } from './index-file.ts';

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
  /** Returns the number of rows changed and the row id of the last insert. */
  run(...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
}

const BUSY_TIMEOUT_MS = 5000;
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
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    connection.exec(`PRAGMA synchronous = ${USUAL_FLUSH}`);
    if (!readOnly) connection.exec(`PRAGMA journal_mode = ${JOURNAL_MODE}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

const READ_ONLY_DIRECTORY = 1544;
const CANNOT_OPEN = 14;

/** True if nobody can write in the folder, as in a container image, and the file has no log whose content would be missed. */
function isFrozen(file: string, error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return (errcode === READ_ONLY_DIRECTORY || errcode === CANNOT_OPEN) && !existsSync(`${file}-wal`);
}

function wrap(connection: DatabaseSync, file: string, readOnly: boolean): Database {
  const statements = new Map<string, Statement>();
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
