import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('one is one', () => {
  expect([0, 1, 2].map((count) => counted(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages']);
});
