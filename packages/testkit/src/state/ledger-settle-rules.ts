import { expect } from 'vitest';
import type { LedgerAccount, LedgerDriver } from '@ibid/core/types';
import { booking, DAY, EMPTY, ledgerAccount, tokensOf, tryReserve } from './ledger-fixture.ts';
import type { StateRule } from './state-rule.ts';

const [NEXT_DAY, LATER] = ['2026-11-23', '2026-12-24'];

/** An account without a day. */
function session(number: number): LedgerAccount {
  return ledgerAccount(`session:${number}`, { day: '' });
}

export const ledgerSettleRules: readonly StateRule<LedgerDriver>[] = [
  {
    title: 'forgets the accounts of days before a day, and not those of the day',
    async run(driver) {
      const days = ['2026-11-20', '2026-11-21', DAY, NEXT_DAY];
      const accounts = days.map((day) => ledgerAccount('all', { day }));
      const ids: string[] = [];
      for (const [i, account] of accounts.entries()) {
        ids.push((await tryReserve(driver, [account], booking(i + 1), days[i])).id);
      }
      expect(await driver.deleteBefore('2026-11-20')).toBe(0);
      expect(await driver.deleteBefore(DAY)).toBe(2);
      expect(await driver.deleteBefore(DAY)).toBe(0);
      expect(await Promise.all(accounts.map((account) => tokensOf(driver, account)))).toEqual([
        [0, 0],
        [0, 0],
        [0, 3],
        [0, 4],
      ]);
      for (const id of ids) await driver.settle(id, booking(1));
      expect(await Promise.all(accounts.map((account) => tokensOf(driver, account)))).toEqual([
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 0],
      ]);
    },
  },
  {
    title: 'forgets an account without a day by its newest reservation, whatever the clock did meanwhile',
    async run(driver) {
      for (const [number, day] of [
        [1, DAY],
        [2, DAY],
        [2, LATER],
        [3, LATER],
        [3, DAY],
      ] as const) {
        await tryReserve(driver, [session(number)], booking(5), day);
      }
      expect(await driver.deleteBefore(LATER)).toBe(1);
      expect(await driver.read(session(1))).toEqual(EMPTY);
      for (const number of [2, 3]) expect(await tokensOf(driver, session(number))).toEqual([0, 10]);
    },
  },
  {
    title: 'counts in no new account what a forgotten reservation used',
    async run(driver) {
      const accounts = [ledgerAccount('all'), ledgerAccount('session:1', { day: '' })];
      const { id } = await tryReserve(driver, accounts, booking(50));
      expect(await driver.deleteBefore(NEXT_DAY)).toBe(2);
      for (const account of accounts) await tryReserve(driver, [account], booking(7));
      await driver.settle(id, booking(20));
      for (const account of accounts) expect(await tokensOf(driver, account)).toEqual([0, 7]);
    },
  },
  {
    title: 'forgets any number of accounts and reservations at once',
    async run(driver) {
      const old = Array.from({ length: 120 }, (_, i) => [ledgerAccount(`client:${i}`), ledgerAccount('all')]);
      const reserved = await Promise.all(old.map((accounts) => tryReserve(driver, accounts, booking(1))));
      await tryReserve(driver, [ledgerAccount('all', { day: NEXT_DAY })], booking(1), NEXT_DAY);
      expect(await driver.deleteBefore(NEXT_DAY)).toBe(121);
      await Promise.all(reserved.map(({ id }) => driver.settle(id, booking(1))));
      expect(await driver.read(ledgerAccount('all'))).toEqual(EMPTY);
      expect(await tokensOf(driver, ledgerAccount('all', { day: NEXT_DAY }))).toEqual([0, 1]);
    },
  },
];
