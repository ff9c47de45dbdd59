import { expect, test } from 'vitest';
import { legRange } from './leg-range.ts';

const tiers = [
  { score: 9, passages: 2 },
  { score: 5, passages: 3 },
  { score: -1, passages: 1 },
];

test.each([
  ['the score at the limit', 2, 100, { hi: 9, lo: 9 }],
  ['the score of the tier that reaches it', 3, 100, { hi: 9, lo: 5 }],
  ['0 where the limit lies among passages that have nothing', 8, 100, { hi: 9, lo: 0 }],
  ['the worst of all where there are fewer passages', 50, 6, { hi: 9, lo: -1 }],
])('the range of a leg ends at %s', (_, limit, total, range) => {
  expect(legRange(tiers, limit, total)).toEqual(range);
});

test('the range of a leg without passages is 0, and tiers cut by a filter do not count', () => {
  expect(legRange([], 5, 0)).toEqual({ hi: 0, lo: 0 });
  expect(legRange([], 5, 9)).toEqual({ hi: 0, lo: 0 });
  expect(
    legRange(
      [
        { score: 7, passages: 0 },
        { score: 2, passages: 1 },
      ],
      1,
      9,
    ),
  ).toEqual({ hi: 2, lo: 2 });
});
