import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFolder } from '../../files/ensure-folder.ts';
import { checkSqliteVersion } from '../../files/sqlite/check-sqlite-version.ts';
import { inTransaction } from '../../files/sqlite/in-transaction.ts';
import { fault } from '../../files/worker-fault.ts';
import { UNREADABLE } from './fault.ts';

/** `IBJB` in ASCII. */
const APPLICATION_ID = 0x49_42_4a_42;
const FORMAT = 1;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * One row a job, newest last. `body` is the job as JSON; `token`, `host` and `pid` name its holder, who raises `beat` as long as
 * it lives. The index lets in one job at most that has not ended, whatever the code does.
 */
const TABLES = `
CREATE TABLE job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
  body TEXT NOT NULL,
  token TEXT,
  host TEXT,
  pid INTEGER,
  beat INTEGER NOT NULL DEFAULT 0,
  CHECK (token IS NULL OR ended = 0)
) STRICT;
CREATE UNIQUE INDEX job_open ON job (ended) WHERE ended = 0;
`;

/** Opens the file, made with its folder when missing. Throws a fault that names the file and the way out. */
export async function openDatabase(file: string): Promise<DatabaseSync> {
  checkSqliteVersion('a job list');
  ensureFolder(dirname(file));
  checkHeader(file);
  createEmpty(file);
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = FULL;');
    inTransaction(db, 'BEGIN IMMEDIATE', () => {
      if (isNew(db)) db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}; ${TABLES}`);
      else checkOwner(db, file);
    });
    await useLog(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A file that was cut off at its creation is empty, and so is a database without a table. */
function isNew(db: DatabaseSync): boolean {
  return pragma(db, 'application_id') === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function checkOwner(db: DatabaseSync, file: string): void {
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    throw fault('INVALID_CONFIG', `\`${file}\` is a database of another program; name another file for the job list`);
  }
  const format = pragma(db, 'user_version');
  if (format === FORMAT) return;
  throw fault(
    'INVALID_CONFIG',
    `The job list \`${file}\` has format ${format}, this version of Ibid reads format ${FORMAT}; ` +
      (format > FORMAT ? 'update Ibid' : 'delete it: only what is known of earlier jobs is in it'),
  );
}

function pragma(db: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/** The change to write-ahead logging needs the file alone and does not wait for it, as everything else does. */
async function useLog(db: DatabaseSync): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(20);
    }
  }
}

/** For its owner's eyes only: names of pages that could not be read stand in it. SQLite gives the files beside it the same mode. */
function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there, or cannot be made; SQLite says which.
  }
}

/** SQLite would take a foreign file for a damaged one, and a folder for one that cannot be opened. */
function checkHeader(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined || status.size === 0) return;
  if (!status.isFile()) throw fault('INVALID_CONFIG', `\`${file}\` is not a file; name the file of the job list`);
  const header = Buffer.alloc(16);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  if (header.toString('latin1') !== 'SQLite format 3\0') {
    throw fault('INVALID_CONFIG', `\`${file}\` is no job list: it does not begin like one. Name another file`);
  }
}

/** The job of a row. */
export function parseJob<T>(body: string, file: string): T {
  try {
    return JSON.parse(body) as T;
  } catch {
    throw fault('UPSTREAM_FAILED', `The job list \`${file}\` ${UNREADABLE}`);
  }
}
