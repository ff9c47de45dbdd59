import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;

/**
 * Runs `work` while no other process of this machine runs it under the same `lock`, a folder that is made and removed. Waits for as long
 * as the process that holds it lives; what a killed process left behind is taken over.
 */
export async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lock), { recursive: true });
  while (!(await take(lock))) {
    if (!(await isHeld(lock))) await rm(lock, { recursive: true, force: true });
    await wait(LOOK_EVERY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await writeFile(join(lock, 'pid'), String(process.pid));
  return true;
}

async function isHeld(lock: string): Promise<boolean> {
  // One that has just been taken has no number in it yet.
  await wait(LOOK_EVERY_MS);
  const pid = Number(await readFile(join(lock, 'pid'), 'utf8').catch(() => '0'));
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
