import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { checkHeader } from '../../files/sqlite/check-header.ts';
import { checkSqliteVersion } from '../../files/sqlite/check-sqlite-version.ts';
import { checkTables } from '../../files/sqlite/check-tables.ts';
import { createDatabaseFile } from '../../files/sqlite/create-database-file.ts';
import { inTransaction } from '../../files/sqlite/in-transaction.ts';
import { fault } from '../../files/worker-fault.ts';
import { damaged } from './fault.ts';
import { LEDGER_FILE } from './file-kind.ts';

/** One connection with its prepared statements. Rows are typed by the caller, who says what the SELECT gives. */
export interface Database {
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** The number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs `action` in one `BEGIN IMMEDIATE` transaction; a throw rolls back. */
  write<T>(action: () => T): T;
  /** Runs `action` on one snapshot. */
  read<T>(action: () => T): T;
  close(): void;
}

const BUSY_TIMEOUT_MS = 5000;

/** Opens the file, creating it when missing; its folder must be there. Throws a fault that names the file and the way out. */
export function openDatabase(file: string): Database {
  checkSqliteVersion(`\`${file}\``);
  if (!existsSync(file)) createDatabaseFile(file, LEDGER_FILE);
  checkHeader(file, LEDGER_FILE);
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;',
    );
    checkTables(connection, file, LEDGER_FILE);
    checkPages(connection, file);
    const db = wrap(connection);
    // A file that can be read only is better found out now than by the first question.
    db.write(() => db.run("DELETE FROM reservation WHERE id = '' AND id <> ''"));
    return db;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    write: (action) => inTransaction(connection, 'BEGIN IMMEDIATE', action),
    read: (action) => inTransaction(connection, 'BEGIN', action),
    close: () => connection.close(),
  };
}

/** Looks at every page: a sum that was read wrong would be spent wrong. A ledger is small. */
function checkPages(connection: DatabaseSync, file: string): void {
  const verdict = String(connection.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
  if (verdict !== 'ok') throw fault('INDEX_DAMAGED', damaged(file, verdict.replace(/\s+/gu, ' ')));
}
