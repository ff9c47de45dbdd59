import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

const POLL_MILLISECONDS = 50;

/**
 * Runs `task` while no other process, and no other call in this one, runs a task with the same `file`; waits as long as necessary. The lock
 * is an SQLite lock: the system releases it when its process dies, so no stale lock remains.
 */
export async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!take(database)) await setTimeout(POLL_MILLISECONDS);
    return await task();
  } finally {
    database.close();
  }
}

function take(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (/locked|busy/iu.test((error as Error).message)) return false;
    throw error;
  }
}
