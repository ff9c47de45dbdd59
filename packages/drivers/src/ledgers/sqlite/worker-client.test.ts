import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { LedgerDriver } from '@ibid/core/types';
import { booking, ledgerAccount, newReservationId, tokensOf, tryReserve } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sqliteLedger } from '../sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

const LONGEST_LINE = 16_384;
const ACCOUNT = ledgerAccount('all');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-ledger-worker-'));
  file = join(folder, 'ledger.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function withLedger(work: (driver: LedgerDriver) => Promise<void>): Promise<void> {
  const driver = sqliteLedger({ file });
  await driver.open();
  await work(driver).finally(() => driver.close());
}

test('a reservation that was aborted while it waited for the thread is never booked', async () => {
  await withLedger(async (driver) => {
    const { signal, controller } = abortable();
    const calls = Array.from({ length: 12 }, () =>
      driver.reserve({ id: newReservationId(), day: ACCOUNT.day, accounts: [ACCOUNT], most: booking(1) }, { signal }),
    );
    controller.abort();
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : one.value))).toEqual([
      // The thread had been given the first already; the rest would have been its second group.
      undefined,
      ...Array.from({ length: 11 }, () => 'ABORTED'),
    ]);
    expect(await tokensOf(driver, ACCOUNT)).toEqual([0, 1]);
  });
});

test('a refused id leaves the other calls of its group alone', async () => {
  await withLedger(async (driver) => {
    const { id } = await tryReserve(driver, [ACCOUNT], booking(100));
    const reserve = (given: string): Promise<string | undefined> =>
      driver.reserve({ id: given, day: ACCOUNT.day, accounts: [ACCOUNT], most: booking(1) });
    const outcomes = await Promise.allSettled([
      driver.read(ACCOUNT),
      ...[newReservationId(), id, newReservationId(), id].map(reserve),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(await tokensOf(driver, ACCOUNT)).toEqual([0, 102]);
  });
});

test('a caller that never waits is refused before memory fills up', async () => {
  await withLedger(async (driver) => {
    const calls = Array.from({ length: LONGEST_LINE + 11 }, () =>
      driver.read(ACCOUNT).then(
        () => 'read',
        (error: { readonly code: string }) => error.code,
      ),
    );
    const outcomes = await Promise.all(calls);
    // One has gone to the thread at once.
    expect(outcomes.filter((one) => one === 'read')).toHaveLength(LONGEST_LINE + 1);
    expect(outcomes.slice(LONGEST_LINE + 1)).toEqual(Array.from({ length: 10 }, () => 'STORE_BUSY'));
  });
});

test('closing writes all that waits, however long the line', async () => {
  const driver = sqliteLedger({ file });
  await driver.open();
  const reserving = Promise.all(Array.from({ length: LONGEST_LINE }, () => tryReserve(driver, [ACCOUNT], booking(1))));
  await Promise.all([driver.close(), reserving]);
  // The last one to leave takes the log away.
  expect(readdirSync(folder)).toEqual(['ledger.db']);
  await driver.open();
  expect(await tokensOf(driver, ACCOUNT)).toEqual([0, LONGEST_LINE]);
  await driver.close();
});

test('opening twice opens once, and closing then leaves nothing open', async () => {
  const driver = sqliteLedger({ file });
  await Promise.all([driver.open(), driver.open()]);
  await driver.open();
  await tryReserve(driver, [ACCOUNT], booking(1));
  await driver.close();
  expect(readdirSync(folder)).toEqual(['ledger.db']);
});

test('a thread that dies books nothing of what is under way or waits, and says so', async () => {
  const posting = vi.spyOn(Worker.prototype, 'postMessage');
  const driver = sqliteLedger({ file });
  await driver.open();
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const calls = [1, 2, 3].map(() => tryReserve(driver, [ACCOUNT], booking(1)));
  const outcomes = Promise.allSettled(calls);
  await expect.poll(() => posting.mock.contexts.length).toBe(1);
  const [worker] = posting.mock.contexts;
  const ending = (worker as Worker).terminate();
  other.exec('COMMIT');
  other.close();
  await ending;
  const died = { status: 'rejected', reason: expect.objectContaining({ code: 'UPSTREAM_FAILED' }) };
  expect(await outcomes).toEqual([died, died, died]);
  await expect(driver.read(ACCOUNT)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });

  await driver.close();
  await driver.open();
  expect(await tokensOf(driver, ACCOUNT)).toEqual([0, 0]);
  await driver.close();
  posting.mockRestore();
});

test('an open file that nobody uses keeps no process alive', async () => {
  const driver = join(import.meta.dirname, '..', 'sqlite.ts');
  const script = `
    const { sqliteLedger } = await import(${JSON.stringify(driver)});
    const driver = sqliteLedger({ file: ${JSON.stringify(file)} });
    await driver.open();
    console.log(JSON.stringify(await driver.read({ key: 'all', day: '' })));`;
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  expect((await child).stdout).toMatch(/^\{"settled":\{"tokens":0,/);
});

function abortable(): { readonly controller: AbortController; readonly signal: AbortSignal } {
  const controller = new AbortController();
  return { controller, signal: controller.signal };
}
