import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortNumbers } from './short-numbers.ts';

test('any vector comes back as it was, from at most 9 digits a number', () => {
  fc.assert(
    fc.property(fc.float32Array({ noNaN: true, noDefaultInfinity: true }), (vector) => {
      const numbers = shortNumbers(vector);
      expect(Float32Array.from(numbers)).toEqual(vector);
      const digits = numbers.map((value) => value.toExponential().replace(/e.*$/u, '').replaceAll(/\D/gu, '').length);
      expect(Math.max(0, ...digits)).toBeLessThanOrEqual(9);
    }),
    { numRuns: 500 },
  );
});

test('a vector that was changed meanwhile is not taken for what it was', () => {
  const vector = new Float32Array([0.5, 0.25]);
  expect(shortNumbers(vector)).toEqual([0.5, 0.25]);
  expect(shortNumbers(vector)).toBe(shortNumbers(vector));
  vector[1] = 0.75;
  expect(shortNumbers(vector)).toEqual([0.5, 0.75]);
});

test('a unit vector of 1,024 numbers takes less than two thirds of the bytes', () => {
  const vector = Float32Array.from({ length: 1024 }, (_, i) => Math.sin(i + 1) / 22.6);
  const [before, after] = [Array.from(vector), shortNumbers(vector)].map((numbers) => JSON.stringify(numbers).length);
  expect(after! / before!).toBeLessThan(2 / 3);
});
