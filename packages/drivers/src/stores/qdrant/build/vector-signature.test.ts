import { unitVector } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { vectorSignature } from './vector-signature.ts';

const ID = '0123456789ab';
const D = unitVector('d', 300);
const LEG = unitVector('leg', 300);

function gap(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
}

test('says the same of a vector that was brought to unit length, or to 32 bits, on the way', () => {
  const longer = D.map((value) => value * 1.01);
  expect(gap(vectorSignature(ID, longer, LEG), vectorSignature(ID, D, LEG))).toBeLessThan(1e-4);
  const zero = new Float32Array(300);
  expect(vectorSignature(ID, zero, zero)).toEqual([0, 0, 0, 0]);
});

test('says something else of another vector, of components in another order, and for another chunk', () => {
  const signed = vectorSignature(ID, D, LEG);
  expect(gap(vectorSignature(ID, LEG, LEG), signed)).toBeGreaterThan(1e-2);
  expect(gap(vectorSignature(ID, D, D), signed)).toBeGreaterThan(1e-2);
  expect(gap(vectorSignature(ID, D.toReversed(), LEG), signed)).toBeGreaterThan(1e-2);
  expect(gap(vectorSignature('0123456789ac', D, LEG), signed)).toBeGreaterThan(1e-2);
});
