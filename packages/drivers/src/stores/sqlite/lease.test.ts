import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore, type ErrorCode } from '@ibid/core';
import { putPages, sketchPage, START } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';
import { openDatabase, type Database } from './database.ts';
import { toFault } from './fault.ts';
import { acquireLease, type Lease } from './lease.ts';

// Many threads start here, and each would compile the store again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

const PATIENCE_MS = 400;

let folder: string;
let file: string;
const open: { close(): void }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-lease-'));
  file = join(folder, 'site.ibid');
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  rmSync(folder, { recursive: true });
});

function connection(): Database {
  const db = openDatabase(file, false);
  open.push(db);
  return db;
}

function acquire(db: Database = connection()): Promise<Lease> {
  return acquireLease(db, () => undefined, PATIENCE_MS);
}

async function refusal(work: Promise<unknown>): Promise<ErrorCode | 'none'> {
  return work.then(
    () => 'none',
    (error: unknown) => toFault(error, file).code,
  );
}

function hold(db: Database, holder: { token: string; host: string; pid: number }): void {
  db.sql('INSERT OR REPLACE INTO lease (id, token, host, pid, beat) VALUES (1, ?, ?, ?, 0)').run(
    holder.token,
    holder.host,
    holder.pid,
  );
}

function stop(): never {
  throw new Error('enough');
}

describe('the place of the single writer', () => {
  test('is refused while its holder lives, and free after release', async () => {
    const lease = await acquireLease(connection(), () => undefined, 5000);
    expect(await refusal(acquireLease(connection(), () => undefined, 5000))).toBe('STORE_BUSY');
    lease.guard();
    lease.release();
    expect(lease.isHeld()).toBe(false);
    (await acquire()).release();
  });

  test('is taken over at once from a process that is gone', async () => {
    const db = connection();
    const lease = await acquire(db);
    lease.release();
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    const own = await acquire(db);
    const { host } = db.sql('SELECT host FROM lease').get<{ host: string }>()!;
    own.release();
    hold(db, { token: 'gone', host, pid });
    const next = await acquireLease(db, () => undefined, 3_600_000);
    expect(next.isHeld()).toBe(true);
    next.release();
  });

  test('is taken over from another host only when its counter stands still', async () => {
    const db = connection();
    hold(db, { token: 'far away', host: `not ${hostname()}`, pid: process.pid });
    const beating = setInterval(() => db.sql('UPDATE lease SET beat = beat + 1').run(), 50);
    expect(await refusal(acquire())).toBe('STORE_BUSY');
    clearInterval(beating);
    (await acquire()).release();
  });

  test('goes to exactly one of many who find the holder dead', async () => {
    const db = connection();
    hold(db, { token: 'dead', host: 'elsewhere', pid: 1 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => acquire()));
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    winners[0]?.value.release();
  });

  test('ends the waiting when the caller gives up', async () => {
    const db = connection();
    hold(db, { token: 'dead', host: 'elsewhere', pid: 1 });
    await expect(acquireLease(connection(), stop)).rejects.toThrow('enough');
  });
});

test('a builder that was taken for dead cannot write a word, and may begin again', async () => {
  const store = await openStore(sqliteStore({ file }));
  await store.beginBuild(START);
  const page = sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha' }] });
  await putPages(store, [page]);
  const thief = new DatabaseSync(file);
  thief.exec("UPDATE lease SET token = 'thief'");
  const writes = [
    () => store.putPage(page),
    () => store.deletePages([page.url]),
    () => store.putSpace({ id: 'other', dimensions: 1, data: new Uint8Array() }, 0),
    () => store.publish({ spaceId: 'test/space@8', publishedAt: '2026-01-01T00:00:00.000Z', folded: 0 }),
  ];
  for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'STORE_BUSY' });
  expect(await store.info()).toBeUndefined();
  thief.exec('DELETE FROM lease');
  thief.close();
  expect(await store.beginBuild(START)).toEqual({ resumed: true, pages: [{ url: page.url, revision: '1' }] });
  await store.close();
});
