/**
 * One SQLite connection and its file. For the thread that owns the file, so it loads only `node:` modules and `schema.ts`, and throws
 * SQLite's own errors.
 */
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Opens the file, creating it in an existing folder if missing; `:memory:` uses no file. */
export function connectSqlite(file: string): SqliteConnection {
  // Readable by its owner only; SQLite gives the same mode to the files next to it.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL',
    );
    prepareFile(connection, file);
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

function prepareFile(connection: DatabaseSync, file: string): void {
  const pragma = (name: string): number => Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
  const isOurs = (): boolean =>
    pragma('application_id') === APPLICATION_ID && pragma('user_version') === SCHEMA_VERSION;
  if (isOurs()) return;
  const old = oldFiles(file);
  for (const [i, one] of old.entries()) connection.exec(`ATTACH '${one.path.replaceAll("'", "''")}' AS old${i}`);
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    if (isOurs()) return connection.exec('ROLLBACK');
    const version = pragma('application_id') === APPLICATION_ID ? pragma('user_version') : 0;
    if (version > SCHEMA_VERSION) throw new Error(NEWER_FILE);
    const isThere = connection.prepare('SELECT 1 FROM main.sqlite_schema').get() !== undefined;
    if (isThere && version === 0) throw new Error(FOREIGN_FILE);
    if (isThere) connection.exec("ALTER TABLE feedback ADD COLUMN question text NOT NULL DEFAULT ''");
    connection.exec(schemaSql('sqlite'));
    for (const [i, { copy }] of old.entries()) connection.exec(copy(`old${i}`));
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  } catch (error) {
    rollBack(connection);
    throw error;
  }
  for (const [i, { path }] of old.entries()) {
    connection.exec(`DETACH old${i}`);
    // Renamed, so that it is not imported again after an owner has deleted `state.db`.
    renameSync(path, `${path}.taken-over`);
  }
}

interface OldFile {
  readonly path: string;
  /** Returns statements that copy the data to keep. */
  readonly copy: (schema: string) => string;
}

/** Files of Ibid 0.1 in the same folder with conversations, costs and feedback; jobs are not imported. */
function oldFiles(file: string): readonly OldFile[] {
  const tables: readonly (readonly [name: string, copy: OldFile['copy']])[] = [
    [
      'sessions.db',
      (old) => `
        INSERT INTO main.session (id, lookup, salt, created_at, accessed_at, current_turn, sealed)
          SELECT id, lookup, salt, created_at, accessed_at, current_turn, sealed FROM ${old}.session;
        INSERT INTO main.session_turn SELECT session, number, bytes, sealed FROM ${old}.turn;`,
    ],
    [
      'ledger.db',
      (old) => `
        INSERT INTO main.ledger_account SELECT id, key, day, newest_day, settled_tokens, settled_cost, reserved_tokens,
          reserved_cost FROM ${old}.account;
        INSERT INTO main.ledger_reservation SELECT id, day, tokens, cost, accounts FROM ${old}.reservation;`,
    ],
    [
      'feedback.db',
      (old) => `
        INSERT INTO main.feedback SELECT id, request_id, verdict, reasons, note, page, generation, at, '' FROM ${old}.feedback;`,
    ],
  ];
  if (file === ':memory:') return [];
  return tables
    .map(([name, copy]) => ({ path: join(dirname(file), name), copy }))
    .filter(({ path }) => existsSync(path));
}
