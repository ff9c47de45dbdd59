import { expect, test } from 'vitest';
import { pluralize } from './text-flow.ts';

test('one is one', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages']);
});
