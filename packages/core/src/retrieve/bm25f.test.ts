import { expect, test } from 'vitest';
import { fieldFrequency, idf, saturate } from './bm25f.ts';

test('a term in a field of average length counts with the weight of the field', () => {
  expect(fieldFrequency('title', 1, 4, 4)).toBe(2);
  expect(fieldFrequency('headings', 1, 4, 4)).toBe(2);
  expect(fieldFrequency('body', 3, 100, 100)).toBe(3);
});

test('a field twice as long as the average makes a term count less', () => {
  expect(fieldFrequency('body', 1, 200, 100)).toBeCloseTo(1 / 1.75, 12);
  expect(fieldFrequency('body', 1, 0, 100)).toBeCloseTo(4, 12);
});

test('a field that is empty everywhere gives nothing, not NaN', () => {
  expect(fieldFrequency('title', 0, 0, 0)).toBe(0);
});

test('more occurrences earn less and less, never as much as k1 + 1', () => {
  expect(saturate(0)).toBe(0);
  expect(saturate(1)).toBe(1);
  expect(saturate(3)).toBeCloseTo((3 * 2.2) / 4.2, 12);
  expect(saturate(1e9)).toBeLessThan(2.2);
});

test('idf stays above 0 for a term of every passage and is largest for an unknown one', () => {
  expect(idf(10, 10)).toBeCloseTo(Math.log(1 + 0.5 / 10.5), 12);
  expect(idf(10, 10)).toBeGreaterThan(0);
  expect(idf(10, 0)).toBeCloseTo(Math.log(22), 12);
});
