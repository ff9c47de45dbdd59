import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { booking, ledgerAccount, tokensOf, tryReserve } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteLedger } from '../sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-ledger-full-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a reservation that cannot be written rejects and is not booked; those before it are, and it goes on with room', async () => {
  const file = join(folder, 'ledger.db');
  // No file of the process may grow beyond 512 KiB.
  const script = 'ulimit -f 1024 && exec "$@"';
  const writer = join(import.meta.dirname, 'full-writer.ts');
  const output = execFileSync('/bin/sh', ['-c', script, 'sh', process.execPath, writer, file], { encoding: 'utf8' });
  const { booked, reserved, codes } = JSON.parse(output);
  expect(codes).toEqual(['UPSTREAM_FAILED', 'UPSTREAM_FAILED']);
  expect(booked).toBeGreaterThan(5);
  expect(reserved).toBe(booked);

  const driver = sqliteLedger({ file });
  await driver.open();
  expect(await tokensOf(driver, ledgerAccount('all'))).toEqual([0, booked]);
  expect((await tryReserve(driver, [ledgerAccount('all')], booking(1))).refusedBy).toBeUndefined();
  await driver.close();
});
