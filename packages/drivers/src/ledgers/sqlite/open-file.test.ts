import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { IbidError } from '@ibid/core';
import type { LedgerDriver } from '@ibid/core/types';
import { booking, ledgerAccount, tokensOf, tryReserve } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqliteLedger } from '../sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

const ACCOUNTS = [ledgerAccount('all', { maxTokens: 9000 }), ledgerAccount('session:1', { day: '' })];

let template: string;
let folder: string;
let file: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'ibid-ledger-file-'));
  const driver = sqliteLedger({ file: join(template, 'ledger.db') });
  await driver.open();
  const reserved = await Promise.all(Array.from({ length: 600 }, () => tryReserve(driver, ACCOUNTS, booking(10, 1))));
  await driver.settle(reserved[0]!.id, booking(3, 1));
  await driver.close();
});
afterAll(() => rmSync(template, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-ledger-file-'));
  file = join(folder, 'ledger.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function refusal(): Promise<{ readonly code: string; readonly message: string }> {
  const { code, message } = await sqliteLedger({ file })
    .open()
    .then(
      () => expect.unreachable('the file was opened'),
      (error: IbidError) => error,
    );
  return { code, message };
}

async function opened(work: (driver: LedgerDriver) => Promise<void>): Promise<void> {
  const driver = sqliteLedger({ file });
  await driver.open();
  await work(driver).finally(() => driver.close());
}

/** A sound file with 600 reservations of 10 tokens, one of them settled with 3, closed. */
function putSound(): void {
  copyFileSync(join(template, 'ledger.db'), file);
}

/** Changes a closed file behind the driver's back. */
function tamper(sql: string): void {
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
}

function changeByte(at: number, to: number): void {
  const bytes = readFileSync(file);
  bytes[at] = to;
  writeFileSync(file, bytes);
}

describe('a file that is no sound ledger is refused by name, with a way out', () => {
  test('an empty file, with which every cap would begin anew', async () => {
    writeFileSync(file, '');
    expect(await refusal()).toEqual({
      code: 'INDEX_DAMAGED',
      message: `The ledger \`${file}\` is damaged: it is empty. Restore a copy, or delete the file: what was spent today is then forgotten`,
    });
    expect(statSync(file).size).toBe(0);
  });

  test('a file of another kind, which is left as it is', async () => {
    writeFileSync(file, 'not a database at all');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
    expect(readFileSync(file, 'utf8')).toBe('not a database at all');
  });

  test('a database of another program', async () => {
    tamper('CREATE TABLE account (id INTEGER)');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/another kind/) });
  });

  test('a folder', async () => {
    mkdirSync(file);
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/not a file/) });
  });

  for (const [format, way] of [
    [99, /format 99.*update Ibid/],
    [0, /format 0.*delete the file/],
  ] as const) {
    test(`a file of format ${format}`, async () => {
      putSound();
      tamper(`PRAGMA user_version = ${format}`);
      expect(await refusal()).toMatchObject({ code: 'INDEX_MISMATCH', message: expect.stringMatching(way) });
    });
  }

  test('a file whose tables were changed', async () => {
    putSound();
    tamper('DROP INDEX reservation_day');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/tables/) });
  });

  test('a file that was cut short', async () => {
    putSound();
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
  });

  test('a file in which a page other than the first was changed', async () => {
    putSound();
    const { length } = readFileSync(file);
    for (let page = 1; page < length / 4096; page++) {
      putSound();
      // The kind of the page.
      changeByte(page * 4096, 0x55);
      expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
    }
    expect(length).toBeGreaterThan(4 * 4096);
  });

  test('a file in which a sum is below zero', async () => {
    putSound();
    tamper('PRAGMA ignore_check_constraints = ON; UPDATE account SET settled_tokens = -5');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
  });

  test('a file that can only be read', async () => {
    putSound();
    // The write version of a later SQLite: this one then reads only, whoever runs it.
    changeByte(18, 3);
    expect(await refusal()).toEqual({
      code: 'INVALID_CONFIG',
      message: `\`${file}\` cannot be written; check its folder and permissions`,
    });
  });

  test('an empty path', () => {
    expect(() => sqliteLedger({ file: '' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });

  test('a path in a folder that cannot be', async () => {
    writeFileSync(file, 'a file');
    file = join(file, 'below', 'ledger.db');
    expect((await refusal()).code).toBe('INVALID_CONFIG');
  });
});

test('a ledger that could not be opened can be opened once its file was mended', async () => {
  writeFileSync(file, '');
  const driver = sqliteLedger({ file });
  await expect(driver.open()).rejects.toMatchObject({ code: 'INDEX_DAMAGED' });
  await expect(driver.read(ACCOUNTS[0]!)).rejects.toMatchObject({ code: 'CLOSED' });
  putSound();
  await driver.open();
  expect(await tokensOf(driver, ACCOUNTS[0]!)).toEqual([3, 5990]);
  await driver.close();
});

test('a new file appears whole, for its owner alone, and leaves nothing beside it when closed', async () => {
  file = join(folder, 'deep', 'er', 'ledger.db');
  const drivers = Array.from({ length: 3 }, () => sqliteLedger({ file }));
  await Promise.all(drivers.map((driver) => driver.open()));
  await Promise.all(drivers.map((driver) => tryReserve(driver, ACCOUNTS, booking(1))));
  for (const name of readdirSync(join(folder, 'deep', 'er'))) {
    expect([name, statSync(join(folder, 'deep', 'er', name)).mode & 0o077]).toEqual([name, 0]);
  }
  expect(await tokensOf(drivers[0]!, ACCOUNTS[0]!)).toEqual([0, 3]);
  await Promise.all(drivers.map((driver) => driver.close()));
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['ledger.db']);
});

test('nothing of forgotten accounts is left in the file', async () => {
  putSound();
  expect(['session:1', '1ed9e700'].map((text) => readFileSync(file).includes(text))).toEqual([true, true]);
  await opened(async (driver) => {
    expect(await driver.deleteBefore('2026-12-24')).toBe(2);
  });
  expect(['session:1', '1ed9e700'].map((text) => readFileSync(file).includes(text))).toEqual([false, false]);
});

test('sums that were changed behind the back of Ibid are not settled into nonsense', async () => {
  putSound();
  const other = new DatabaseSync(file);
  const { id } = other.prepare('SELECT id FROM reservation').get() as { readonly id: string };
  other.exec('UPDATE account SET reserved_tokens = 1');
  other.close();
  await opened(async (driver) => {
    await expect(driver.settle(id, booking(1))).rejects.toMatchObject({
      code: 'INDEX_DAMAGED',
      message: expect.stringContaining(file),
    });
    expect(await tokensOf(driver, ACCOUNTS[0]!)).toEqual([3, 1]);
  });
});

test('a file that another process has locked is waited for', async () => {
  putSound();
  await opened(async (driver) => {
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const reserving = tryReserve(driver, ACCOUNTS, booking(7));
    setTimeout(() => {
      other.exec('COMMIT');
      other.close();
    }, 50);
    expect((await reserving).refusedBy).toBeUndefined();
    expect(await tokensOf(driver, ACCOUNTS[0]!)).toEqual([3, 5997]);
  });
});
