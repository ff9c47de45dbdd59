import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseKind } from './database-kind.ts';
import { JOURNAL_MODE } from './journal-mode.ts';

/**
 * Creates the file; its folder must be there. Made whole under another name first, so that a crash while creating leaves no empty
 * file that looks like a damaged one. Never replaces a file: when another process was faster, its file is as good.
 */
export function createDatabaseFile(file: string, kind: DatabaseKind): void {
  const draft = `${file}.creating-${process.pid}-${Math.random().toString(36).slice(2)}`;
  if (kind.isPrivate) closeSync(openSync(draft, 'wx', 0o600));
  try {
    fill(draft, kind);
    giveName(draft, file);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) remove(`${draft}${ending}`);
  }
}

function fill(draft: string, { layout, applicationId, format, tables }: DatabaseKind): void {
  const connection = new DatabaseSync(draft);
  try {
    // The log comes last: what stood in it would be written into the file by `close`, which keeps quiet about a disk that fails.
    connection.exec(`
      ${layout}
      PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${format};
      BEGIN; ${tables} COMMIT;
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

/** Below a path that is no folder `rmSync` throws, forced or not, and would hide why the file could not be created. */
function remove(path: string): void {
  if (existsSync(path)) rmSync(path, { force: true });
}
