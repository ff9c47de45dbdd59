import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { checkHeader, checkTables } from './check-file.ts';
import { createFile } from './create-file.ts';
import { fault } from '../../files/worker-fault.ts';

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
  /** Gives free pages back and empties the write-ahead log, unless another process is using the file just now. */
  tidy(): void;
  close(): void;
}

const OLDEST_SQLITE = [3, 51, 3] as const;
const BUSY_TIMEOUT_MS = 5000;
/** Moving a page takes a few microseconds, and other calls wait meanwhile. */
const PAGES_GIVEN_BACK = 2000;

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
    checkTables(connection, file);
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
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    write: (action) => within('BEGIN IMMEDIATE', action),
    read: (action) => within('BEGIN', action),
    tidy() {
      // Waiting for others would keep this thread from answering; the next deletion tries again.
      connection.exec('PRAGMA busy_timeout = 0');
      try {
        connection.exec(`PRAGMA incremental_vacuum(${PAGES_GIVEN_BACK})`);
        connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (error) {
        const { errcode = 0 } = error as { errcode?: number };
        if ((errcode & 0xff) !== 5) throw error;
      } finally {
        connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
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
