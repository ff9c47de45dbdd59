import { expect, test } from 'vitest';
import type { Mark } from '../types/mark.ts';
import { marksWithin } from './read-chunk.ts';

const mark = (start: number, end: number): Mark => ({ kind: 'strong', start, end, href: '' });

test.each<[what: string, from: number, to: number, expected: readonly Mark[]]>([
  ['all of it', 0, 30, [mark(0, 10), mark(2, 4), mark(12, 20)]],
  ['marks that end or begin at the border are not in it', 10, 12, []],
  ['marks are cut, and count from the start', 3, 14, [mark(0, 7), mark(0, 1), mark(9, 11)]],
  ['nothing', 5, 5, []],
])('the marks of a part of a text: %s', (_what, from, to, expected) => {
  expect(marksWithin([mark(0, 10), mark(2, 4), mark(12, 20)], from, to)).toEqual(expected);
});
