import { expect, test } from 'vitest';
import { comesBefore } from './comes-before.ts';

const ORDERED: readonly unknown[] = [
  0,
  2,
  10,
  9_007_199_254_740_991,
  9_007_199_254_740_993n,
  18_446_744_073_709_551_615n,
  '00000000-0000-4000-8000-000000000000',
  '00000000-0000-4000-8000-00000000000a',
  '10000000-0000-4000-8000-000000000000',
];

test('ids come numbers first, by size, and then UUIDs', () => {
  for (const [i, id] of ORDERED.entries()) {
    for (const [j, other] of ORDERED.entries()) expect([id, other, comesBefore(id, other)]).toEqual([id, other, i < j]);
  }
});
