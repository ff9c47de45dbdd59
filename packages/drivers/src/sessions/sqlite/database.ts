import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { checkHeader } from '../../files/sqlite/check-header.ts';
import { checkSqliteVersion } from '../../files/sqlite/check-sqlite-version.ts';
import { checkTables } from '../../files/sqlite/check-tables.ts';
import { createDatabaseFile } from '../../files/sqlite/create-database-file.ts';
import { inTransaction } from '../../files/sqlite/in-transaction.ts';
import { resultCode } from '../../files/sqlite/result-code.ts';
import { CONVERSATIONS_FILE } from './file-kind.ts';

/** One connection with its prepared statements. Rows are typed by the caller, who says what the SELECT gives. */
export interface Database {
  readonly file: string;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** The number of rows changed, and the row id of the last insert. */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
  /** Runs `action` in one `BEGIN IMMEDIATE` transaction; a throw rolls back. */
  write<T>(action: () => T): T;
  /** Runs `action` on one snapshot. */
  read<T>(action: () => T): T;
  /** Gives free pages back and empties the write-ahead log, unless another process is using the file just now, or the disk is full. */
  tidy(): void;
  close(): void;
}

const BUSY_TIMEOUT_MS = 5000;
/** Busy, and no room. */
const CAN_WAIT: ReadonlySet<number | undefined> = new Set([5, 13]);
/** Moving a page takes a few microseconds, and other calls wait meanwhile. */
const PAGES_GIVEN_BACK = 2000;

/** Opens the file, creating it when missing; its folder must be there. Throws a fault that names the file and the way out. */
export function openDatabase(file: string): Database {
  checkSqliteVersion(`\`${file}\``);
  if (!existsSync(file)) createDatabaseFile(file, CONVERSATIONS_FILE);
  checkHeader(file, CONVERSATIONS_FILE);
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;',
    );
    checkTables(connection, file, CONVERSATIONS_FILE);
    return wrap(connection, file);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function wrap(connection: DatabaseSync, file: string): Database {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    file,
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    write: (action) => inTransaction(connection, 'BEGIN IMMEDIATE', action),
    read: (action) => inTransaction(connection, 'BEGIN', action),
    tidy() {
      // Waiting for others would keep this thread from answering; the next deletion tries again, also what a full disk has no room for.
      connection.exec('PRAGMA busy_timeout = 0');
      try {
        for (const step of [`PRAGMA incremental_vacuum(${PAGES_GIVEN_BACK})`, 'PRAGMA wal_checkpoint(TRUNCATE)']) {
          try {
            connection.exec(step);
          } catch (error) {
            if (!CAN_WAIT.has(resultCode(error))) throw error;
          }
        }
      } finally {
        connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    close: () => connection.close(),
  };
}
