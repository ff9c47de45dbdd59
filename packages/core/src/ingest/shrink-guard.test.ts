import { expect, it } from 'vitest';
import { shrinkError } from './run.ts';

it.each([
  [69, 100, false, 'BUILD_HELD'],
  [70, 100, false, undefined],
  [7, 10, false, undefined],
  [0, 1, false, 'BUILD_HELD'],
  [1, 0, false, undefined],
  [1, 100, true, undefined],
])('%i pages in the place of %i, with the loss confirmed: %s, give %s', (pages, shown, allowShrink, code) => {
  expect(shrinkError(pages, shown, allowShrink)?.code).toBe(code);
});

it('the error says how many pages there are, and how to confirm', () => {
  expect(shrinkError(3, 50, false)?.message).toMatch(/3 pages instead of 50.*--allow-shrink/s);
});
