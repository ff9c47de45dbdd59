/** The state in one SQLite file, for all processes on the same host, or in memory. */
import { IbidError } from '@ibid/core';
import type { HeldLock } from '@ibid/core/types';
import { DatabaseSync } from 'node:sqlite';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ensureFolder } from '../files/ensure-folder.ts';
import { threadEnvironment } from '../files/thread-environment.ts';
import type { Database, Query, SqlValue } from './database.ts';
import { connectSqlite, FOREIGN_FILE, NEWER_FILE, OLDER_FILE } from './sqlite-connection.ts';
import type { SqliteRequest, SqliteResponse } from './sqlite-worker.ts';

/** Runs statements one after another, and can be closed once. */
interface Runner {
  run(sql: string, values: readonly SqlValue[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Files in which earlier versions kept the state. */
const OLDER_FILES = ['sessions.db', 'ledger.db', 'feedback.db'];

/** Opens the file, creating it with its folder if missing. Rejects with `INDEX_DAMAGED` or `INVALID_CONFIG` for a damaged or foreign file. */
export async function openSqlite(file: string): Promise<Database> {
  if (file === '')
    throw new IbidError('INVALID_CONFIG', 'openSqlite: `file` is empty; name a file to keep the state in');
  const folder = dirname(file);
  ensureFolder(folder);
  const older = OLDER_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (older !== undefined && !existsSync(file)) throw olderFile(older);
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
        throw sqliteError(error, ':memory:');
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
    if (closing !== undefined) return Promise.reject(new IbidError('CLOSED', `The state in \`${file}\` is closed`));
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }
  const run: Query = async <Row>(sql: string, values: readonly SqlValue[] = []) =>
    (await runner.run(sql, values)) as Row[];

  return {
    kind: file === ':memory:' ? 'memory' : 'sqlite',
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
      if (file !== ':memory:') return lockFile(`${file}-${name}.lock`);
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

/** Locks by an exclusive transaction on an empty database file, which the operating system ends with the process. */
function lockFile(path: string): HeldLock | undefined {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return heldLock(() => connection.close());
  } catch (error) {
    connection.close();
    if (resultCode(error) === BUSY) return undefined;
    throw sqliteError(error, path);
  }
}

function heldLock(free: () => unknown): HeldLock {
  let isHeld = true;
  return {
    lost: new AbortController().signal,
    release() {
      if (isHeld) free();
      isHeld = false;
      return Promise.resolve();
    },
  };
}

async function startWorker(file: string): Promise<Runner> {
  // Use the extension of this file: `.ts` in the repository, `.js` when published.
  const url = new URL(`./sqlite-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Flags of the process, such as `--input-type`, may not work in the thread.
  const worker = new Worker(url, { workerData: file, name: 'ibid-state', execArgv: [], env: threadEnvironment() });
  const pending = new Map<number, PromiseWithResolvers<unknown[]>>();
  let lastId = -1;
  let end: IbidError | undefined;

  const next = (): { readonly id: number; readonly answer: Promise<unknown[]> } => {
    const waiting = Promise.withResolvers<unknown[]>();
    pending.set(++lastId, waiting);
    return { id: lastId, answer: waiting.promise };
  };
  const call = (sql: string | undefined, values: readonly SqlValue[]): Promise<unknown[]> => {
    if (end !== undefined) return Promise.reject(end);
    const { id, answer } = next();
    worker.ref();
    const request: SqliteRequest = { id, sql, values };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage(request);
    return answer;
  };
  worker.on('message', (response: SqliteResponse) => {
    const waiting = pending.get(response.id);
    pending.delete(response.id);
    if ('error' in response) waiting?.reject(sqliteError(response.error, file));
    else waiting?.resolve(response.rows);
    // An idle state must not keep the process alive.
    if (pending.size === 0) worker.unref();
  });
  const died = (cause: unknown): void => {
    end ??= new IbidError('UPSTREAM_FAILED', `The thread of \`${file}\` ended; open it again`, { cause });
    for (const waiting of pending.values()) waiting.reject(end);
    pending.clear();
  };
  worker.on('error', died);
  worker.on('exit', died);

  try {
    await next().answer;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    run: call,
    async close() {
      if (end !== undefined) return;
      await call(undefined, []);
      await worker.terminate();
    },
  };
}

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 26];

function resultCode(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: number };
  // The low byte is the primary code; the rest is detail.
  return errcode === undefined ? undefined : errcode & 0xff;
}

function olderFile(file: string): IbidError {
  return new IbidError(
    'INDEX_MISMATCH',
    `\`${file}\` ${OLDER_FILE} and is no longer read. Move it away: its conversations, feedback and spending are then forgotten`,
  );
}

function sqliteError(error: unknown, file: string): IbidError {
  const { message } = error as { readonly message: string };
  const misplaced = (why: string): IbidError => new IbidError('INVALID_CONFIG', `\`${file}\` ${why}`);
  if (message === FOREIGN_FILE) return misplaced(`${message}; name another folder`);
  if (message === NEWER_FILE)
    return new IbidError('INDEX_MISMATCH', `\`${file}\` ${message}; update Ibid, or name another folder`);
  if (message === OLDER_FILE) return olderFile(file);
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return new IbidError('STORE_BUSY', `\`${file}\` is locked by another process; try again`, { retryable: true });
    case CORRUPT:
    case NOT_A_DATABASE:
      return new IbidError(
        'INDEX_DAMAGED',
        `The state in \`${file}\` is damaged: ${message}. Restore a copy, or move the file away to start with an empty one: conversations and what was spent today are then forgotten`,
      );
    case FULL:
      return new IbidError(
        'UPSTREAM_FAILED',
        `The disk of \`${file}\` is full; nothing was written. Make room and try again`,
        { retryable: true },
      );
    case READ_ONLY:
    case CANNOT_OPEN:
      return misplaced('cannot be written; check its folder and permissions');
    default:
      return new IbidError('UPSTREAM_FAILED', `Working on \`${file}\` failed: ${message}`, { cause: error });
  }
}
