import { expect } from 'vitest';
import type { LedgerDriver } from '@ibid/core/types';
import { seededRandom } from '../seeded-random.ts';
import { rejection } from '../store/store-rule.ts';
import {
  booking,
  DAY,
  EMPTY,
  ledgerAccount,
  newReservationId,
  NOTHING,
  tokensOf,
  tryReserve,
} from './state-fixture.ts';
import type { StateRule } from './state-rule.ts';

const { MAX_SAFE_INTEGER } = Number;
const NEXT_DAY = '2026-11-23';
const CALLS = 200;

/** Sizes from 1 to 999, always the same; in any order it is hard to fill a cap exactly. */
function sizesOf(calls: number): readonly number[] {
  const next = seededRandom(1);
  return Array.from({ length: calls }, () => 1 + Math.floor(next() * 999));
}

/** Reserves all sizes at once: together they must not exceed the cap, but must use nearly all of it. Returns the sum granted. */
async function fillAtOnce(drivers: readonly LedgerDriver[], maxTokens: number): Promise<number> {
  const account = ledgerAccount('all', { maxTokens });
  const sizes = sizesOf(CALLS);
  const outcomes = await Promise.all(
    sizes.map((size, i) => tryReserve(drivers[i % drivers.length]!, [account], booking(size))),
  );
  const granted = sizes.reduce((sum, size, i) => (outcomes[i]!.refusedBy === undefined ? sum + size : sum), 0);
  expect(granted).toBeLessThanOrEqual(maxTokens);
  expect(granted).toBeGreaterThan(maxTokens * 0.95);
  return granted;
}

export const ledgerRules: readonly StateRule<LedgerDriver>[] = [
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
  {
    title: 'books on all accounts or on none, and names the first that has no room left, by tokens or by cost',
    async run(driver) {
      const accounts = [ledgerAccount('a', { maxTokens: 10 }), ledgerAccount('b', { day: '', maxMicroCost: 5 })];
      const refused = async (tokens: number, microCost: number): Promise<string | undefined> =>
        (await tryReserve(driver, accounts, booking(tokens, microCost))).refusedBy;
      const { id } = await tryReserve(driver, accounts, booking(6, 3));
      expect([await refused(5, 3), await refused(4, 3)]).toEqual(['a', 'b']);
      for (const account of accounts) {
        expect(await driver.read(account)).toEqual({ settled: NOTHING, reserved: booking(6, 3) });
      }
      await driver.settle(newReservationId(), booking(1));
      await driver.settle(id, booking(5, 2));
      expect([await refused(5, 3), await refused(1, 0), await refused(0, 1)]).toEqual([undefined, 'a', 'b']);
      for (const account of accounts) {
        expect(await driver.read(account)).toEqual({ settled: booking(5, 2), reserved: booking(5, 3) });
      }
    },
  },
  {
    title: 'keeps an account that was used since, with what was booked before and can be settled no more',
    async run(driver) {
      const [all, session] = [ledgerAccount('all'), ledgerAccount('session:1', { day: '' })];
      const old = await tryReserve(driver, [all, session], booking(4, 1));
      const newer = await tryReserve(driver, [session], booking(5, 2), NEXT_DAY);
      expect(await driver.deleteBefore(NEXT_DAY)).toBe(1);
      for (const { id } of [old, newer]) await driver.settle(id, booking(3, 1));
      expect(await driver.read(all)).toEqual(EMPTY);
      expect(await driver.read(session)).toEqual({ settled: booking(3, 1), reserved: booking(4, 1) });
      expect([await driver.deleteBefore(NEXT_DAY), await driver.deleteBefore('2026-11-24')]).toEqual([0, 1]);
      expect(await driver.read(session)).toEqual(EMPTY);
    },
  },
  {
    title: 'keeps an account by its newest day, whichever was booked last',
    async run(driver) {
      const session = ledgerAccount('session:1', { day: '' });
      await tryReserve(driver, [session], booking(5), NEXT_DAY);
      await tryReserve(driver, [session], booking(4));
      expect(await driver.deleteBefore(NEXT_DAY)).toBe(0);
      expect((await tokensOf(driver, session))[1]).toBeGreaterThanOrEqual(5);
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
  {
    title: `never passes a cap with ${CALLS} calls at its edge at once, and fills it`,
    async run(driver) {
      const granted = await fillAtOnce([driver], 50_000);
      expect(await tokensOf(driver, ledgerAccount('all'))).toEqual([0, granted]);
    },
  },
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
      const sizes = sizesOf(300);
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
    title: 'keeps everything over a restart: what was settled, what was not, and the right to settle it',
    needs: 'durable',
    async run(driver, place) {
      const accounts = [ledgerAccount('all', { maxTokens: 100 }), ledgerAccount('session:1', { day: '' })];
      const first = await tryReserve(driver, accounts, booking(50, 5));
      await driver.settle(first.id, booking(20, 2));
      const second = await tryReserve(driver, accounts, booking(60, 6));
      await using next = await place.open();
      for (const account of accounts) {
        expect(await next.ledger.read(account)).toEqual({ settled: booking(20, 2), reserved: booking(60, 6) });
      }
      expect((await tryReserve(next.ledger, accounts, booking(21))).refusedBy).toBe('all');
      await next.ledger.settle(second.id, booking(30, 3));
      for (const account of accounts) expect(await tokensOf(driver, account)).toEqual([50, 0]);
    },
  },
  {
    title: 'shares its caps with another process',
    needs: 'durable',
    async run(driver, place) {
      await using other = await place.open();
      const granted = await fillAtOnce([driver, other.ledger], 50_000);
      expect(await tokensOf(other.ledger, ledgerAccount('all'))).toEqual([0, granted]);
    },
  },
];
