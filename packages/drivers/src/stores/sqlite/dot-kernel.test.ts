import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import openWabt from 'wabt';
import { dotRows, KERNEL, QUERY_LARGEST, type DotRows } from './dot-kernel.ts';

test('the bytes are those of the source beside them', async () => {
  const wabt = await openWabt();
  const source = readFileSync(new URL('dot-kernel.wat', import.meta.url), 'utf8');
  const { buffer } = wabt.parseWat('dot-kernel.wat', source, { simd: true }).toBinary({});
  expect(KERNEL).toBe(Buffer.from(buffer).toString('base64'));
});

function filled(rows: DotRows, values: readonly number[], query: readonly number[]): DotRows {
  for (let i = 0; i < rows.rows.length; i++) rows.rows[i] = values[i % values.length]!;
  for (let i = 0; i < rows.width; i++) rows.query[i] = query[i % query.length]!;
  return rows;
}

test('gives the same whole numbers with and without SIMD', () => {
  const byte = fc.integer({ min: -127, max: 127 });
  const factor = fc.integer({ min: -QUERY_LARGEST, max: QUERY_LARGEST });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 70 }),
      fc.array(byte, { minLength: 1, maxLength: 500 }),
      fc.array(factor, { minLength: 1, maxLength: 70 }),
      fc.nat(9),
      (count, dimensions, values, query, from) => {
        const fast = filled(dotRows(count, dimensions, true), values, query);
        const plain = filled(dotRows(count, dimensions, false), values, query);
        fast.run(Math.min(from, count), count);
        plain.run(Math.min(from, count), count);
        expect([...fast.results]).toEqual([...plain.results]);
      },
    ),
  );
});

test('keeps the largest sums of 8,000 dimensions within 32 bits', () => {
  for (const simd of [true, false]) {
    const rows = filled(dotRows(2, 8000, simd), [-127], [QUERY_LARGEST]);
    rows.run(0, 2);
    expect([...rows.results]).toEqual([-127 * QUERY_LARGEST * 8000, -127 * QUERY_LARGEST * 8000]);
  }
});
