import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

/**
 * Creates the file, for its owner's eyes only. Made whole under another name first, so that a crash while creating leaves no
 * empty file that looks like a damaged one. Never replaces a file: when another process was faster, its file is as good.
 */
export function createFile(file: string): void {
  const draft = `${file}.creating-${process.pid}-${Math.random().toString(36).slice(2)}`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    fill(draft);
    giveName(draft, file);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${ending}`, { force: true });
  }
}

function fill(draft: string): void {
  const connection = new DatabaseSync(draft);
  try {
    // The log comes last: what stood in it would be written into the file by `close`, which keeps quiet about a disk that fails.
    connection.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT};
      BEGIN; ${TABLES} COMMIT;
      PRAGMA journal_mode = WAL;`);
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
