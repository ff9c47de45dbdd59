/**
 * One SQLite connection and its file. For the thread that owns the file, so it loads only `node:` modules and `schema.ts`, and throws
 * SQLite's own errors.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { schemaSql, SCHEMA_VERSION } from './schema.ts';
import { JOURNAL_MODE, rollBack } from '../files/sqlite.ts';

export interface SqliteConnection {
  /** Returns the rows, including those of `RETURNING`. */
  run(sql: string, values: readonly SQLInputValue[]): unknown[];
  close(): void;
}

/** `IBST` in ASCII. */
const APPLICATION_ID = 0x49_42_53_54;
const BUSY_TIMEOUT_MS = 5000;

/** Error texts that `sqliteError` recognises. */
export const FOREIGN_FILE = 'is a database of another kind';
export const NEWER_FILE = 'was written by a newer version of Ibid';
export const OLDER_FILE = 'was written by an earlier version of Ibid';

/** Opens the file, creating it in an existing folder if missing; `:memory:` uses no file. */
export function connectSqlite(file: string): SqliteConnection {
  // Readable by its owner only; SQLite gives the same mode to the files next to it.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL',
    );
    prepareFile(connection);
    connection.exec(`PRAGMA journal_mode = ${JOURNAL_MODE}`);
  } catch (error) {
    connection.close();
    throw error;
  }
  const statements = new Map<string, StatementSync>();
  return {
    run(sql, values) {
      const statement = statements.get(sql) ?? connection.prepare(toSqlite(sql));
      statements.set(sql, statement);
      return values.length === 0 ? statement.all() : statement.all(named(values));
    },
    close: () => connection.close(),
  };
}

/** Removes row locks, because a transaction locks the whole database. */
function toSqlite(sql: string): string {
  return sql.replace(/ FOR UPDATE\b/gu, '');
}

/** Names the values `$1` and so on, which are named parameters in SQLite. */
function named<Value>(values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));
}

function prepareFile(connection: DatabaseSync): void {
  const pragma = (name: string): number => Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
  const isOurs = (): boolean => {
    const version = pragma('application_id') === APPLICATION_ID ? pragma('user_version') : 0;
    if (version > SCHEMA_VERSION) throw new Error(NEWER_FILE);
    if (version > 0 && version < SCHEMA_VERSION) throw new Error(OLDER_FILE);
    return version === SCHEMA_VERSION;
  };
  if (isOurs()) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    if (isOurs()) return connection.exec('ROLLBACK');
    if (connection.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) throw new Error(FOREIGN_FILE);
    connection.exec(schemaSql('sqlite'));
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}
