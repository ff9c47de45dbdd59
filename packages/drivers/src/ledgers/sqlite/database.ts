import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fault } from '../../files/worker-fault.ts';
import { checkContent, checkHeader } from './check-file.ts';
import { createFile } from './create-file.ts';

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

const OLDEST_SQLITE = [3, 51, 3] as const;
const BUSY_TIMEOUT_MS = 5000;

/** Opens the file, creating it when missing; its folder must be there. Throws a fault that names the file and the way out. */
export function openDatabase(file: string): Database {
  checkSqliteVersion(file);
  if (!existsSync(file)) createFile(file);
  checkHeader(file);
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;',
    );
    checkContent(connection, file);
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
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    write: (action) => within('BEGIN IMMEDIATE', action),
    read: (action) => within('BEGIN', action),
    close: () => connection.close(),
  };
}

/** SQLite up to 3.51.2 can corrupt a WAL file that two connections write and checkpoint at once. */
function checkSqliteVersion(file: string): void {
  const version = process.versions.sqlite ?? '0';
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((oldest, i) => (parts[i] ?? 0) - oldest).find((one) => one !== 0) ?? 0;
  if (difference >= 0) return;
  throw fault(
    'UNSUPPORTED',
    `SQLite ${version} in Node ${process.versions.node} can damage \`${file}\`; use Node 24.15 or newer`,
  );
}
