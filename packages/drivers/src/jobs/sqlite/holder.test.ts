import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JobDriver } from '@ibid/core/types';
import { addJob, jobIdOf, sketchJob } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteJobs } from '../sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

const FOREVER_MS = 3_600_000;

let folder: string;
let file: string;
let db: DatabaseSync;
const open: JobDriver[] = [];

/** A list with one job, and a second connection to play its holder. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-jobs-'));
  file = join(folder, 'jobs.db');
  const first = await driver(FOREVER_MS);
  await addJob(first, sketchJob(1));
  await first.close();
  db = new DatabaseSync(file, { timeout: 5_000 });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  db.close();
  rmSync(folder, { recursive: true });
});

async function driver(patienceMs: number): Promise<JobDriver> {
  const opened = sqliteJobs({ file, beatMs: 20, patienceMs });
  await opened.open();
  open.push(opened);
  return opened;
}

function hold(holder: { host: string; pid: number }): void {
  db.prepare("UPDATE job SET token = 'holder', host = ?, pid = ?").run(holder.host, holder.pid);
}

/** How this process writes its own host down. */
async function ownHost(): Promise<string> {
  const own = await driver(FOREVER_MS);
  await own.takeOver(jobIdOf(1), 'anyone');
  const { host } = db.prepare('SELECT host FROM job').get() as { host: string };
  await own.close();
  return host;
}

describe('a job is taken over', () => {
  test('at once from a process that is gone from this host', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    hold({ host: await ownHost(), pid });
    expect((await (await driver(FOREVER_MS)).takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('from a process elsewhere only when its counter stands still', async () => {
    hold({ host: `not ${hostname()}`, pid: process.pid });
    const contender = await driver(400);
    const beating = setInterval(() => db.exec('UPDATE job SET beat = beat + 1'), 20);
    expect(await contender.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
    clearInterval(beating);
    expect((await contender.takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('also when another process has got the number of the holder that died', async () => {
    hold({ host: await ownHost(), pid: process.pid });
    expect((await (await driver(300)).takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('by exactly one of many who find the holder dead', async () => {
    hold({ host: 'elsewhere', pid: 1 });
    const contenders = await Promise.all([1, 2, 3, 4].map(() => driver(300)));
    const taken = await Promise.all(contenders.map((one) => one.takeOver(jobIdOf(1), 'dead')));
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('never from a holder of the same driver, however busy the thread', async () => {
    const own = await driver(0);
    const taken = await own.takeOver(jobIdOf(1), 'dead');
    expect(await own.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
    expect(taken?.hold.lost.aborted).toBe(false);
  });
});

test('a holder that was taken for dead finds out by itself, and writes nothing any more', async () => {
  const own = await driver(FOREVER_MS);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  db.exec("UPDATE job SET token = 'thief'");
  await expect.poll(() => taken?.hold.lost.aborted, { timeout: 5_000 }).toBe(true);
  await expect(taken?.hold.put(sketchJob(1, { state: 'succeeded' }))).rejects.toMatchObject({ code: 'STORE_BUSY' });
  expect(await own.get(jobIdOf(1))).toEqual(sketchJob(1));
});

test('a write that another connection holds up comes through', async () => {
  const own = await driver(FOREVER_MS);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  db.exec('BEGIN IMMEDIATE');
  const written = taken?.hold.put(sketchJob(1, { state: 'running' }));
  setTimeout(() => db.exec('COMMIT'), 100);
  await written;
  expect((await own.get(jobIdOf(1)))?.state).toBe('running');
});
