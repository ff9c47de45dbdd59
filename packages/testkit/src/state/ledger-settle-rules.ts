import { expect } from 'vitest';
import type { LedgerDriver } from '@ibid/core/types';
import { booking, EMPTY, ledgerAccount, tokensOf, tryReserve } from './ledger-fixture.ts';
import type { StateRule } from './state-rule.ts';

const NEXT_DAY = '2026-11-23';

export const ledgerSettleRules: readonly StateRule<LedgerDriver>[] = [
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
