import type { Booking, LedgerDriver } from '@ibid/core/types';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { newReservationId } from './ledger-fixture.ts';
import { naiveLedger } from './naive-ledger.ts';

/** One step of a random history. There are few accounts and days and only small sums, so that steps affect each other. */
export type LedgerOperation =
  | {
      readonly type: 'reserve';
      readonly day: string;
      /** Accounts with a day (`keys`) and without one (`undated`). */
      readonly keys: readonly string[];
      readonly undated: readonly string[];
      /** The caps of these accounts, in the same order. */
      readonly maxTokens: readonly (number | undefined)[];
      readonly maxMicroCost: readonly (number | undefined)[];
      readonly most: Booking;
    }
  /** `which` selects one of the reservations so far, including settled ones; 0 is the newest. */
  | { readonly type: 'settle'; readonly which: number; readonly used: Booking }
  | { readonly type: 'deleteBefore'; readonly day: string };

const DAYS = ['2026-11-21', '2026-11-22', '2026-11-23'];
const KEYS = ['all', 'client:1'];
const UNDATED = ['session:1', 'session:2'];
/** The accounts that are compared after every step. */
const READ = [...DAYS, ''].flatMap((day) => (day === '' ? UNDATED : KEYS).map((key) => ({ key, day })));

const day = fc.constantFrom(...DAYS);
const amount = fc.record({ tokens: fc.nat(5), microCost: fc.nat(5) });
const MOST_ACCOUNTS = KEYS.length + UNDATED.length;
/** Most accounts of a call have no cap, or nearly every call would be refused. */
const cap = fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(20) });
const caps = fc.array(cap, { minLength: MOST_ACCOUNTS, maxLength: MOST_ACCOUNTS });

export const arbitraryLedgerOperations: fc.Arbitrary<readonly LedgerOperation[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        type: fc.constant('reserve' as const),
        day,
        keys: fc.subarray(KEYS, { minLength: 1 }),
        undated: fc.subarray(UNDATED, { minLength: 1 }),
        maxTokens: caps,
        maxMicroCost: caps,
        most: amount,
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ type: fc.constant('settle' as const), which: fc.nat(6), used: amount }),
    },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('deleteBefore' as const), day }) },
  ),
  // Without a size, at most ten operations would be drawn.
  { maxLength: 40 },
);

/**
 * Plays a history on the driver and on the model, and compares everything readable after every step. Empties the ledger first, so
 * that many histories can follow each other.
 */
export async function playLedgerOperations(
  driver: LedgerDriver,
  operations: readonly LedgerOperation[],
): Promise<void> {
  await driver.deleteBefore('9999-12-31');
  const model = naiveLedger();
  const ids: string[] = [];
  for (const operation of operations) {
    if (operation.type === 'deleteBefore') {
      expect(await driver.deleteBefore(operation.day)).toBe(model.deleteBefore(operation.day));
    } else if (operation.type === 'settle') {
      const id = ids.at(-1 - operation.which) ?? newReservationId();
      model.settle(id, operation.used);
      await driver.settle(id, operation.used);
    } else {
      const { day: today, keys, undated, maxTokens, maxMicroCost, most } = operation;
      const accounts = [...keys.map((key) => ({ key, day: today })), ...undated.map((key) => ({ key, day: '' }))].map(
        (account, i) => ({ ...account, maxTokens: maxTokens[i], maxMicroCost: maxMicroCost[i] }),
      );
      const id = newReservationId();
      ids.push(id);
      const reservation = { id, day: today, accounts, most };
      expect(await driver.reserve(reservation)).toBe(model.reserve(reservation));
    }
    expect(await Promise.all(READ.map((account) => driver.read(account)))).toEqual(READ.map(model.read));
  }
}
