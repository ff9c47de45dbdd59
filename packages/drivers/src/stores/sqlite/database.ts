import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ensureFolder } from '../../files/ensure-folder.ts';
import { checkHeader } from '../../files/sqlite/check-header.ts';
import { checkSqliteVersion } from '../../files/sqlite/check-sqlite-version.ts';
import { checkTables } from '../../files/sqlite/check-tables.ts';
import { createDatabaseFile } from '../../files/sqlite/create-database-file.ts';
import { inTransaction } from '../../files/sqlite/in-transaction.ts';
import { fault } from '../../files/worker-fault.ts';
import { INDEX_FILE } from './file-kind.ts';

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

const BUSY_TIMEOUT_MS = 5000;

/** Opens the index file, creating it unless `readOnly`. Throws a fault that names the file and the way out. */
export function openDatabase(file: string, readOnly: boolean): Database {
  checkSqliteVersion('an index');
  if (!existsSync(file)) {
    if (readOnly) throw fault('NOT_INDEXED', `There is no index at \`${file}\`; run \`ibid index\` first`);
    ensureFolder(dirname(file));
    createDatabaseFile(file, INDEX_FILE);
  }
  checkHeader(file, INDEX_FILE);
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
    checkTables(connection, file, INDEX_FILE);
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
    write: (action) => inTransaction(connection, 'BEGIN IMMEDIATE', action),
    read: (action) => inTransaction(connection, 'BEGIN', action),
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
