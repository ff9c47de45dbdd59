/** Creates and recognises index files; used by the thread that owns the file. */
import { closeSync, existsSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { JOURNAL_MODE } from '../../files/sqlite.ts';
import { fault } from '../../files/worker-fault.ts';
import { damage } from './faults.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

/** Most of the file is rows of some kilobytes: pages of 8 KB left a third of it empty, and 1 KB saves no more than 6 %. */
const PAGE_BYTES = 4096;

/**
 * Creates the file in an existing folder. It is written under another name first, so that a crash leaves no empty file that looks damaged.
 * Never replaces a file: if another process was faster, its file is used.
 */
export function createIndexFile(file: string): void {
  const draft = `${file}.creating-${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    fill(draft);
    giveName(draft, file);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) remove(`${draft}${ending}`);
  }
}

function fill(draft: string): void {
  const connection = new DatabaseSync(draft);
  try {
    // Switch to the log last: `close` would write its content into the file, and ignores a failing disk.
    connection.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT};
      BEGIN; ${TABLES} COMMIT;
      PRAGMA journal_mode = ${JOURNAL_MODE};`);
  } finally {
    connection.close();
  }
}

function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // File systems without hard links, such as exFAT.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if (!existsSync(file)) renameSync(draft, file);
  }
}

/** Removes a file if it exists. `rmSync` throws, even with `force`, if a parent is not a folder, which would hide the original error. */
function remove(path: string): void {
  if (existsSync(path)) rmSync(path, { force: true });
}

/** Checks the header before opening, because SQLite treats an empty file as an empty database and accepts files of other programs. */
export function checkHeader(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) throw fault('INDEX_DAMAGED', `\`${file}\` is not a file; name the index file itself`);
  if (status.size === 0) throw damage(file, 'it is empty');
  const header = readHeader(file);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw fault(
      'INDEX_DAMAGED',
      `\`${file}\` is no index: it does not begin like one. Name another file, or delete it and index again`,
    );
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw fault('INDEX_DAMAGED', `\`${file}\` is a database of another program; name another file`);
  }
  const found = header.readUInt32BE(60);
  if (found === FORMAT) return;
  throw fault(
    'INDEX_MISMATCH',
    `The index \`${file}\` has format ${found}, this version of Ibid reads format ${FORMAT}; ` +
      (found > FORMAT ? 'update Ibid' : 'delete it and index again'),
  );
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}
