import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSettled, type Rescored } from './is-settled.ts';

const same = (...scores: readonly number[]): Rescored[] => scores.map((score) => ({ proposed: score, exact: score }));

describe('whether the best are known', () => {
  test('is settled when there are no others, or when the last seen lies below the last place', () => {
    expect(isSettled([], 1, 1)).toBe(true);
    expect(isSettled(same(3, 2, 1), 4, 3)).toBe(true);
    expect(isSettled(same(3, 2, 1), 3, 2)).toBe(true);
  });

  test('is not settled at a tie, nor where exact scores run far from proposed ones', () => {
    expect(isSettled(same(3, 2, 2), 3, 2)).toBe(false);
    expect(isSettled(same(3, 2, 1), 3, 3)).toBe(false);
    expect(
      isSettled(
        [
          { proposed: 3, exact: 3 },
          { proposed: 2, exact: 4 },
          { proposed: 1.9, exact: 1.9 },
        ],
        3,
        2,
      ),
    ).toBe(false);
  });

  test('is not settled where a weight of another day could reach the last place, and is where it could not', () => {
    const found = same(3, 2.5, 1);
    expect(isSettled(found, 3, 2)).toBe(true);
    expect(isSettled(found, 3, 2, 2.4)).toBe(true);
    expect(isSettled(found, 3, 2, 2.6)).toBe(false);
  });

  test('never misses one of the best where all weights are off by one factor', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 20, noNaN: true }), { minLength: 3, maxLength: 40 }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 10 }),
        (scores, factor, seen, places) => {
          fc.pre(places <= seen);
          const all = scores.toSorted((a, b) => b - a).map((proposed) => ({ proposed, exact: proposed * factor }));
          if (!isSettled(all.slice(0, seen), seen, places) || all.length <= seen) return;
          expect(all[seen]!.exact).toBeLessThan(all[places - 1]!.exact);
        },
      ),
    );
  });
});
