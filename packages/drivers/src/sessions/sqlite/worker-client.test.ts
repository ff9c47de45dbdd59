import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSessionStore } from '@ibid/core';
import { sketchAppended, WIDE } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteSessions } from '../sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-session-worker-'));
  file = join(folder, 'state.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('an `open` that was aborted leaves no thread that holds the file', async () => {
  const driver = sqliteSessions({ file });
  const controller = new AbortController();
  const opening = openSessionStore(driver, { signal: controller.signal });
  controller.abort();
  await expect(opening).rejects.toMatchObject({ code: 'ABORTED' });
  // The last one to leave takes the log away.
  expect(readdirSync(folder)).toEqual(['state.db']);
  await expect(driver.count()).rejects.toMatchObject({ code: 'CLOSED' });
});

test('an append that was aborted while it waited for the thread is never stored', async () => {
  await using store = await openSessionStore(sqliteSessions({ file }));
  const controller = new AbortController();
  const appends = Array.from({ length: 12 }, (_, i) =>
    store.append(sketchAppended(i, 1), WIDE, { signal: controller.signal }),
  );
  controller.abort();
  const outcomes = await Promise.allSettled(appends);
  expect(new Set(outcomes.map((one) => one.status === 'rejected' && one.reason.code))).toEqual(new Set(['ABORTED']));
  // Those that the thread had been given already.
  expect(await store.count()).toBe(4);
});

test('a caller that never waits is refused before memory fills up', async () => {
  await using store = await openSessionStore(sqliteSessions({ file }));
  const calls = Array.from({ length: 1040 }, () =>
    store.count().then(
      () => 'counted',
      (error: { readonly code: string }) => error.code,
    ),
  );
  const outcomes = await Promise.all(calls);
  expect(outcomes.slice(0, 1028)).toEqual(Array.from({ length: 1028 }, () => 'counted'));
  expect(outcomes.slice(1028)).toEqual(Array.from({ length: 12 }, () => 'STORE_BUSY'));
});

test('closing lets what is under way finish and refuses what waits', async () => {
  const driver = sqliteSessions({ file });
  await driver.open();
  const appends = Array.from({ length: 6 }, (_, i) => driver.append(sketchAppended(i, 1), WIDE));
  const outcomes = Promise.allSettled(appends);
  await driver.close();
  expect((await outcomes).map((one) => (one.status === 'rejected' ? one.reason.code : 'stored'))).toEqual([
    ...Array.from({ length: 4 }, () => 'stored'),
    ...Array.from({ length: 2 }, () => 'CLOSED'),
  ]);
  await driver.open();
  expect(await driver.count()).toBe(4);
  await driver.close();
});

test('an open file that nobody uses keeps no process alive', async () => {
  const driver = join(import.meta.dirname, '..', 'sqlite.ts');
  const script = `
    const { sqliteSessions } = await import(${JSON.stringify(driver)});
    const driver = sqliteSessions({ file: ${JSON.stringify(file)} });
    await driver.open();
    console.log(await driver.count());`;
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  expect((await child).stdout).toBe('0\n');
});
