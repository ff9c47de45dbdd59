/** One SQLite connection and its file. For the thread that owns the file, so it loads few modules. Errors are for `stateFault`. */
import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { schemaSql, SCHEMA_VERSION } from './schema.ts';
import { connect, JOURNAL_MODE, messageOf, rollBack, sqliteFault } from '../files/sqlite.ts';
import { fault, type Fault } from '../files/worker-fault.ts';

export interface SqliteConnection {
  /** Returns the rows, including those of `RETURNING`. */
  run(sql: string, values: readonly SQLInputValue[]): unknown[];
  close(): void;
}

/** `IBST` in ASCII. */
const APPLICATION_ID = 0x49_42_53_54;

export function stateFault(error: unknown, file: string): Fault {
  const what = messageOf(error);
  const damaged = `The state in \`${file}\` is damaged: ${what}. Restore a copy, or move the file away to start with an empty one: conversations and what was spent today are then forgotten`;
  return sqliteFault(error, file, damaged);
}

/** Error to throw for a file of an earlier version. */
export function olderFile(file: string): Error {
  return fault(
    'INDEX_MISMATCH',
    `\`${file}\` was written by an earlier version of Ibid and is no longer read. Move it away: its conversations, feedback and spending are then forgotten`,
  );
}

/** Opens the file, creating it in an existing folder if missing; `:memory:` uses no file. */
export function connectSqlite(file: string): SqliteConnection {
  // Readable by its owner only; SQLite gives the same mode to the files next to it.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const connection = connect(file, false, (opened) => {
    opened.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL');
    prepareFile(opened, file);
    opened.exec(`PRAGMA journal_mode = ${JOURNAL_MODE}`);
  });
  const statements = new Map<string, StatementSync>();
  return {
    run(sql, values) {
      // Row locks are removed, because a transaction locks the whole database.
      const statement = statements.get(sql) ?? connection.prepare(sql.replace(/ FOR UPDATE\b/gu, ''));
      statements.set(sql, statement);
      // `$1` and so on are named parameters in SQLite.
      const named = Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));
      return values.length === 0 ? statement.all() : statement.all(named);
    },
    close: () => connection.close(),
  };
}

function prepareFile(connection: DatabaseSync, file: string): void {
  const pragma = (name: string): number => Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
  const isOurs = (): boolean => {
    const version = pragma('application_id') === APPLICATION_ID ? pragma('user_version') : 0;
    if (version > SCHEMA_VERSION) {
      const message = `\`${file}\` was written by a newer version of Ibid; update Ibid, or name another folder`;
      throw fault('INDEX_MISMATCH', message);
    }
    if (version > 0 && version < SCHEMA_VERSION) throw olderFile(file);
    return version === SCHEMA_VERSION;
  };
  if (isOurs()) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    if (isOurs()) return connection.exec('ROLLBACK');
    if (connection.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)
      throw fault('INVALID_CONFIG', `\`${file}\` is a database of another kind; name another folder`);
    connection.exec(schemaSql('sqlite'));
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}
