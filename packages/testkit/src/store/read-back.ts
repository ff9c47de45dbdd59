import type { IndexedPage, PageVectors, WholePage } from '@ibid/core/types';
import { expect } from 'vitest';

/** Allowed deviation of `readPages` per component, as defined for `WholePage`. */
const TOLERANCE = 1e-4;

/** Asserts that exactly these pages were read, in this order, with vectors close to those given. */
export function expectRead(
  read: readonly WholePage[],
  put: readonly { readonly page: IndexedPage; readonly vectors: PageVectors }[],
): void {
  expect(read.map(({ page }) => page)).toEqual(put.map(({ page }) => page));
  for (const [i, { vectors }] of read.entries()) {
    const expected = put[i]!.vectors;
    expect([vectors.url, vectors.spaceId]).toEqual([expected.url, expected.spaceId]);
    expectClose(vectors.passages, expected.passages);
    expectClose(vectors.headings, expected.headings);
  }
}

function expectClose(read: readonly Float32Array[], put: readonly Float32Array[]): void {
  expect(read.map(({ length }) => length)).toEqual(put.map(({ length }) => length));
  const farthest = read.flatMap((vector, i) => Array.from(vector, (value, j) => Math.abs(value - put[i]![j]!)));
  expect(Math.max(0, ...farthest)).toBeLessThanOrEqual(TOLERANCE);
}
