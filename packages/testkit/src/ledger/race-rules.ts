import { expect } from 'vitest';
import type { LedgerDriver } from '@ibid/core/types';
import { rejection } from '../store/store-rule.ts';
import { booking, DAY, EMPTY, ledgerAccount, newReservationId, tokensOf, tryReserve } from './ledger-fixture.ts';
import type { LedgerPlace } from './ledger-fixture.ts';
import type { LedgerRule } from './ledger-rule.ts';

const CALLS = 1000;
const SEEDS = [1, 2, 3];

/** From 1 to 999, the same for one seed; any order of these makes a cap hard to fill to the brim. */
function sizesOf(seed: number, calls: number = CALLS): readonly number[] {
  let state = seed * 2_654_435_761;
  return Array.from({ length: calls }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (state % 999);
  });
}

/** Sum of the sizes that were granted when all are asked for at once. */
async function grantedAtOnce(
  drivers: readonly LedgerDriver[],
  sizes: readonly number[],
  maxTokens: number,
): Promise<number> {
  const account = ledgerAccount('all', { maxTokens });
  const outcomes = await Promise.all(
    sizes.map((size, i) => tryReserve(drivers[i % drivers.length]!, [account], booking(size))),
  );
  return sizes.reduce((sum, size, i) => (outcomes[i]!.refusedBy === undefined ? sum + size : sum), 0);
}

/** What the largest size might leave free at most, and less than one in twenty of the cap. */
function expectFilled(granted: number, maxTokens: number): void {
  expect(granted).toBeLessThanOrEqual(maxTokens);
  expect(granted).toBeGreaterThan(maxTokens * 0.95);
}

function edgeRule(seed: number): LedgerRule {
  return {
    title: `never passes a cap with ${CALLS} calls at its edge at once, and fills it (seed ${seed})`,
    async run(driver) {
      const maxTokens = 100_000;
      const granted = await grantedAtOnce([driver], sizesOf(seed), maxTokens);
      expectFilled(granted, maxTokens);
      expect(await tokensOf(driver, ledgerAccount('all'))).toEqual([0, granted]);
    },
  };
}

export const raceRules: readonly LedgerRule[] = [
  ...SEEDS.map(edgeRule),
  {
    title: 'never passes a cap while calls settle and others begin, and loses nothing of either',
    async run(driver) {
      const account = ledgerAccount('all', { maxTokens: 20_000 });
      let settled = 0;
      let highest = 0;
      const ask = async (size: number): Promise<void> => {
        const { id, refusedBy } = await tryReserve(driver, [account], booking(size));
        if (refusedBy !== undefined) return;
        const totals = await tokensOf(driver, account);
        highest = Math.max(highest, totals[0] + totals[1]);
        const used = Math.floor(size / 3);
        await driver.settle(id, booking(used));
        settled += used;
      };
      const sizes = sizesOf(4, 300);
      for (let i = 0; i < sizes.length; i += 60) await Promise.all(sizes.slice(i, i + 60).map(ask));
      expect(highest).toBeLessThanOrEqual(20_000);
      expect(highest).toBeGreaterThan(10_000);
      expect(await tokensOf(driver, account)).toEqual([settled, 0]);
    },
  },
  {
    title: 'settles once, however often at once',
    async run(driver) {
      const account = ledgerAccount('all');
      const { id } = await tryReserve(driver, [account], booking(10));
      await tryReserve(driver, [account], booking(10));
      await Promise.all([1, 2, 3, 4].map(() => driver.settle(id, booking(4))));
      expect(await tokensOf(driver, account)).toEqual([4, 10]);
    },
  },
  {
    title: 'rejects with ABORTED when the signal is aborted already, and books nothing',
    async run(driver) {
      const account = ledgerAccount('all');
      const { id } = await tryReserve(driver, [account], booking(10));
      const options = { signal: AbortSignal.abort() };
      for (const work of [
        driver.reserve({ id: newReservationId(), day: DAY, accounts: [account], most: booking(1) }, options),
        driver.settle(id, booking(1), options),
        driver.read(account, options),
        driver.deleteBefore('2026-12-24', options),
      ]) {
        expect(await rejection(work)).toBe('ABORTED');
      }
      expect(await tokensOf(driver, account)).toEqual([0, 10]);
    },
  },
  {
    title: 'has booked exactly what it acknowledged when the signal fires while calls wait',
    async run(driver) {
      const account = ledgerAccount('all');
      const controller = new AbortController();
      const { signal } = controller;
      const calls = sizesOf(5, 400).map(async (size) => {
        const reservation = { id: newReservationId(), day: DAY, accounts: [account], most: booking(size) };
        return (await rejection(driver.reserve(reservation, { signal }))) === 'none' ? size : 0;
      });
      controller.abort();
      const acknowledged = (await Promise.all(calls)).reduce((sum, size) => sum + size, 0);
      expect(await tokensOf(driver, account)).toEqual([0, acknowledged]);
    },
  },
  {
    title: 'writes what was called before close, and rejects with CLOSED afterwards',
    needs: 'durable',
    async run(driver, place) {
      const account = ledgerAccount('all');
      const { id } = await tryReserve(driver, [account], booking(100));
      const settling = driver.settle(id, booking(40));
      const reserving = Promise.all(sizesOf(6, 300).map(() => tryReserve(driver, [account], booking(1))));
      await driver.close();
      await Promise.all([settling, reserving]);
      expect(await withDriver(place, (other) => tokensOf(other, account))).toEqual([40, 300]);
    },
  },
  {
    title: 'rejects with CLOSED after close, which may be repeated',
    async run(driver) {
      const account = ledgerAccount('all');
      await driver.close();
      await driver.close();
      const reservation = { id: newReservationId(), day: DAY, accounts: [account], most: booking(1) };
      expect(await rejection(driver.reserve(reservation))).toBe('CLOSED');
      expect(await rejection(driver.settle(reservation.id, booking(1)))).toBe('CLOSED');
      expect(await rejection(driver.read(account))).toBe('CLOSED');
      expect(await rejection(driver.deleteBefore(DAY))).toBe('CLOSED');
    },
  },
  {
    title: 'keeps everything over a restart: what was settled, what was not, and the right to settle it',
    needs: 'durable',
    async run(driver, place) {
      const accounts = [ledgerAccount('all', { maxTokens: 100 }), ledgerAccount('session:1', { day: '' })];
      const first = await tryReserve(driver, accounts, booking(50, 5));
      await driver.settle(first.id, booking(20, 2));
      const second = await tryReserve(driver, accounts, booking(60, 6));
      await driver.close();
      await withDriver(place, async (other) => {
        for (const account of accounts) {
          expect(await other.read(account)).toEqual({ settled: booking(20, 2), reserved: booking(60, 6) });
        }
        expect((await tryReserve(other, accounts, booking(21))).refusedBy).toBe('all');
        await other.settle(second.id, booking(30, 3));
        for (const account of accounts) expect(await tokensOf(other, account)).toEqual([50, 0]);
      });
    },
  },
  {
    title: 'shares its caps with another driver of the same place',
    needs: 'durable',
    async run(driver, place) {
      const maxTokens = 100_000;
      await withDriver(place, async (other) => {
        const granted = await grantedAtOnce([driver, other], sizesOf(7), maxTokens);
        expectFilled(granted, maxTokens);
        for (const one of [driver, other]) expect(await tokensOf(one, ledgerAccount('all'))).toEqual([0, granted]);
        const { id } = await tryReserve(driver, [ledgerAccount('b')], booking(9));
        await other.settle(id, booking(3));
        expect(await tokensOf(driver, ledgerAccount('b'))).toEqual([3, 0]);
        expect(await driver.deleteBefore('2026-12-24')).toBe(2);
        expect(await other.read(ledgerAccount('all'))).toEqual(EMPTY);
      });
    },
  },
];

/** Another driver of the place, closed afterwards. */
async function withDriver<T>(place: LedgerPlace, work: (driver: LedgerDriver) => Promise<T>): Promise<T> {
  const driver = place.driver();
  await driver.open();
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}
