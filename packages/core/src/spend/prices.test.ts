import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { microCost, readPrices, toMicro } from './prices.ts';

/** Prices in dollars per million tokens, equal to millionths of a dollar per token. */
function costOf(
  input: number,
  output: number,
  tokens: readonly [number, number, number?],
  cachedInput = input,
): number {
  const price = readPrices({ currency: 'USD', models: { m: { input, output, cachedInput } } })('m')!;
  return microCost(price, { input: tokens[0], output: tokens[1], cached: tokens[2] ?? 0 });
}

test.each([
  [0.1, 0.4, [1_000_000, 0], 100_000],
  // In binary floating point, 1.1 × 10 is 11.000000000000002, which would be rounded up to one millionth too many.
  [1.1, 0, [10, 0], 11],
  [0, 0, [1_000_000_000, 1_000_000_000], 0],
] as const)('%d and %d for a million tokens: %j cost %d millionths', (input, output, tokens, cost) => {
  expect(costOf(input, output, tokens)).toBe(cost);
});

test('cached input costs its own price, and is no part of the other', () => {
  expect(costOf(1, 0, [100, 0, 60], 0.25)).toBe(55);
  expect(costOf(1, 0, [100, 0, 100], 0.25)).toBe(25);
  expect(costOf(1, 0, [100, 0, 100])).toBe(100);
});

test('a cost too large for a whole number stops at the largest one', () => {
  expect(costOf(9_000_000_000, 0, [1_000_000_000, 0])).toBe(Number.MAX_SAFE_INTEGER);
});

test('is never below the exact cost, and less than one millionth above it', () => {
  const amount = fc.nat(2 ** 31 - 1);
  fc.assert(
    fc.property(amount, amount, fc.nat(1_000_000_000), fc.nat(1_000_000_000), (input, output, tokens, more) => {
      const exact = BigInt(input) * BigInt(tokens) + BigInt(output) * BigInt(more);
      const cost = BigInt(costOf(input / 1_000_000, output / 1_000_000, [tokens, more])) * 1_000_000n;
      expect(cost >= exact && cost - exact < 1_000_000n).toBe(true);
    }),
  );
});

test('an amount is taken exactly as it was written, to six decimals', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 - 1 }), (micro) => {
      const text = `${Math.floor(micro / 1_000_000)}.${String(micro % 1_000_000).padStart(6, '0')}`;
      expect(toMicro('it', Number(text))).toBe(micro);
    }),
  );
});

test.each([-1, -0.000001, Number.NaN, Number.POSITIVE_INFINITY, 0.0000001, 0.1234567, 1e10])(
  'an amount of %d is refused by name',
  (amount) => {
    expect(() => toMicro('The price of `m`', amount)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(/^The price of `m` is /) }),
    );
  },
);
