import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTerms, decodeVectors, emptyPageTerms, encodeTerms } from './codecs.ts';
import { sortById } from './load-generation.ts';

test('terms and vectors that end too early or too late are refused', () => {
  const blob = encodeTerms([{ title: new Map(), headings: new Map(), body: new Map([['7', 1]]) }], Number);
  expect(() => decodeTerms(blob, 2, emptyPageTerms())).toThrow(RangeError);
  expect(() => decodeTerms(new Uint8Array([...blob, 0]), 1, emptyPageTerms())).toThrow(RangeError);
  expect(() => decodeTerms(blob.subarray(0, 2), 1, emptyPageTerms())).toThrow(RangeError);
  expect(() => decodeVectors(new Uint8Array(7), 1, 1)).toThrow(RangeError);
});

test('ids are sorted by all their bytes', () => {
  const byte = fc.integer({ min: 0, max: 2 });
  const id = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .chain((bytes) =>
      fc.array(byte, { minLength: 5, maxLength: 5 }).map((few) => Uint8Array.from([...few, ...bytes.subarray(5)])),
    );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 40 }), (ids) => {
      const order = [...sortById(ids.length, (i) => ids[i]!)];
      expect(order.map((i) => Buffer.from(ids[i]!).toString('hex'))).toEqual(
        ids.map((one) => Buffer.from(one).toString('hex')).sort(),
      );
      expect(order.toSorted((a, b) => a - b)).toEqual(ids.map((_, i) => i));
    }),
  );
});
