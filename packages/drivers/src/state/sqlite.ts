/** The state in one SQLite file, for all processes on the same host, or in memory. */
import { IbidError, invalidConfig } from '@ibid/core';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureFolder } from '../files/ensure-folder.ts';
import { lockFile } from '../files/sqlite.ts';
import { startFileThread } from '../files/thread.ts';
import { heldLock, type Database, type Query, type SqlValue } from './database.ts';
import { connectSqlite, olderFile, stateFault } from './sqlite-connection.ts';
import type { SqliteRequest } from './sqlite-worker.ts';

/** Runs statements one after another, and can be closed once. */
interface Runner {
  run(sql: string, values: readonly SqlValue[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Files in which earlier versions kept the state. */
const OLDER_FILES = ['sessions.db', 'ledger.db', 'feedback.db'];

/** Opens the file, creating it with its folder if missing. Rejects with `INDEX_DAMAGED` or `INVALID_CONFIG` for a damaged or foreign file. */
export async function openSqlite(file: string): Promise<Database> {
  if (file === '') throw invalidConfig('openSqlite: `file` is empty; name a file to keep the state in');
  const folder = dirname(file);
  ensureFolder(folder);
  const older = OLDER_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (older !== undefined && !existsSync(file)) throw stateError(olderFile(older), older);
  return databaseOver(file, await startWorker(file));
}

/** A database in memory, for tests and for servers that may lose their state when they end. */
export function memoryDatabase(): Database {
  const connection = connectSqlite(':memory:');
  return databaseOver(':memory:', {
    run: async (sql, values) => {
      try {
        return connection.run(sql, values);
      } catch (error) {
        throw stateError(error, ':memory:');
      }
    },
    close: async () => connection.close(),
  });
}

function databaseOver(file: string, runner: Runner): Database {
  const held = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  /** Runs work one at a time, so that nothing comes between the statements of a transaction. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== undefined) return Promise.reject(closedError(file));
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }
  const run: Query = async <Row>(sql: string, values: readonly SqlValue[] = []) =>
    (await runner.run(sql, values)) as Row[];

  return {
    kind: file === ':memory:' ? 'memory' : 'sqlite',
    isShared: false,
    place: file,
    query: (sql, values) => inTurn(() => run(sql, values)),
    transaction: (work) =>
      inTurn(async () => {
        await run('BEGIN IMMEDIATE');
        try {
          const result = await work(run);
          await run('COMMIT');
          return result;
        } catch (error) {
          // A full disk has already rolled it back.
          await run('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    async tryLock(name) {
      if (file !== ':memory:') {
        const path = `${file}-${name}.lock`;
        try {
          const lock = lockFile(path);
          return lock && heldLock(() => lock.release());
        } catch (error) {
          throw stateError(error, path);
        }
      }
      if (held.has(name)) return undefined;
      held.add(name);
      return heldLock(() => held.delete(name));
    },
    holderOf: () => Promise.resolve(undefined),
    async eraseDeleted() {
      await inTurn(() => run('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    close: () => (closing ??= last.then(() => runner.close())),
  };
}

async function startWorker(file: string): Promise<Runner> {
  const url = new URL('./sqlite-worker.ts', import.meta.url);
  const thread = await startFileThread(url, file, { sql: 'SELECT 1' } satisfies SqliteRequest, {
    workerData: file,
    name: 'ibid-state',
  });
  return {
    run: (sql, values) => thread.call({ sql, values } satisfies SqliteRequest),
    close: () => thread.close({} satisfies SqliteRequest, closedError(file)),
  };
}

function closedError(file: string): IbidError {
  return new IbidError('CLOSED', `The state in \`${file}\` is closed`);
}

function stateError(error: unknown, file: string): IbidError {
  const { code, message, retryable } = stateFault(error, file);
  return new IbidError(code, message, { retryable, cause: error });
}
