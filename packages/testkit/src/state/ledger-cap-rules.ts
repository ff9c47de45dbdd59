import { expect } from 'vitest';
import type { LedgerDriver } from '@ibid/core/types';
import { rejection } from '../store/store-rule.ts';
import { booking, DAY, EMPTY, ledgerAccount, NOTHING, tokensOf, tryReserve } from './ledger-fixture.ts';
import type { StateRule } from './state-rule.ts';

const { MAX_SAFE_INTEGER } = Number;

export const ledgerCapRules: readonly StateRule<LedgerDriver>[] = [
  {
    title: 'keeps accounts apart by key and day, whatever the key holds',
    async run(driver) {
      const keys = ['', ' ', 'a', 'A', 'a ', 'ä', 'a\u0308', '日本', '__proto__', "'; --", DAY, `${DAY} a`];
      const accounts = keys.flatMap((key) => ['', DAY, '2026-11-23'].map((day) => ledgerAccount(key, { day })));
      for (const [i, account] of accounts.entries()) {
        const day = account.day === '' ? DAY : account.day;
        await tryReserve(driver, [account], booking(i + 1), day);
      }
      for (const [i, account] of accounts.entries()) expect(await tokensOf(driver, account)).toEqual([0, i + 1]);
    },
  },
  {
    title: 'keeps sums exact up to the largest safe integer, which no sum passes even without a cap',
    async run(driver) {
      const account = ledgerAccount('all');
      const first = await tryReserve(driver, [account], booking(MAX_SAFE_INTEGER - 1, 3));
      expect((await tryReserve(driver, [account], booking(2, 0))).refusedBy).toBe('all');
      expect((await tryReserve(driver, [account], booking(0, MAX_SAFE_INTEGER))).refusedBy).toBe('all');
      expect((await tryReserve(driver, [account], booking(1, 0))).refusedBy).toBeUndefined();
      await driver.settle(first.id, booking(MAX_SAFE_INTEGER - 1, MAX_SAFE_INTEGER));
      expect(await driver.read(account)).toEqual({
        settled: booking(MAX_SAFE_INTEGER - 1, MAX_SAFE_INTEGER),
        reserved: booking(1, 0),
      });
      expect((await tryReserve(driver, [account], booking(1, 0))).refusedBy).toBe('all');
    },
  },
  {
    title: 'stops what is settled at the largest safe integer',
    async run(driver) {
      const account = ledgerAccount('all');
      for (const used of [MAX_SAFE_INTEGER, MAX_SAFE_INTEGER]) {
        const { id } = await tryReserve(driver, [ledgerAccount('other')], NOTHING);
        await driver.settle(id, booking(used, used));
      }
      expect((await driver.read(ledgerAccount('other'))).settled).toEqual(booking(MAX_SAFE_INTEGER, MAX_SAFE_INTEGER));
      expect(await driver.read(account)).toEqual(EMPTY);
    },
  },
  {
    title: 'refuses an id that is reserved, and books nothing for it',
    async run(driver) {
      const account = ledgerAccount('all');
      const { id } = await tryReserve(driver, [account], booking(5));
      const again = driver.reserve({ id, day: DAY, accounts: [account, ledgerAccount('b')], most: booking(7) });
      expect(await rejection(again)).toBe('INVALID_REQUEST');
      expect(await tokensOf(driver, account)).toEqual([0, 5]);
      expect(await driver.read(ledgerAccount('b'))).toEqual(EMPTY);
    },
  },
];
