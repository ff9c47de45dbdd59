import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import openWabt from 'wabt';
import { dotRows, KERNEL, QUERY_LARGEST } from './dot-kernel.ts';

test('the bytes are those of the source beside them', async () => {
  const wabt = await openWabt();
  const source = readFileSync(new URL('dot-kernel.wat', import.meta.url), 'utf8');
  const { buffer } = wabt.parseWat('dot-kernel.wat', source, { simd: true }).toBinary({});
  expect(KERNEL).toBe(Buffer.from(buffer).toString('base64'));
});

test('gives the products of the rows from the given one on, for any size', () => {
  const byte = fc.integer({ min: -127, max: 127 });
  const factor = fc.integer({ min: -QUERY_LARGEST, max: QUERY_LARGEST });
  const size = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70 }), fc.nat(9));
  const values = fc.tuple(
    fc.array(byte, { minLength: 1, maxLength: 500 }),
    fc.array(factor, { minLength: 1, maxLength: 70 }),
  );
  fc.assert(
    fc.property(size, values, ([count, dimensions, start], [bytes, factors]) => {
      const { rows, width, query, results, run } = dotRows(count, dimensions);
      for (let i = 0; i < rows.length; i++) rows[i] = bytes[i % bytes.length]!;
      for (let i = 0; i < width; i++) query[i] = factors[i % factors.length]!;
      const from = Math.min(start, count);
      run(from, count);
      const products = Array.from({ length: count }, (_, row) =>
        row < from ? 0 : query.reduce((sum, value, i) => sum + value * rows[row * width + i]!, 0),
      );
      expect([...results]).toEqual(products);
    }),
  );
});

test('keeps the largest sums of 8,000 dimensions within 32 bits', () => {
  const { rows, query, results, run } = dotRows(2, 8000);
  rows.fill(-127);
  query.fill(QUERY_LARGEST);
  run(0, 2);
  expect([...results]).toEqual([-127 * QUERY_LARGEST * 8000, -127 * QUERY_LARGEST * 8000]);
});
