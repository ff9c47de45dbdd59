import { expect, it } from 'vitest';
import { lsaDrift } from './lsa-drift.ts';

it.each([
  { fitted: 0, total: 0, folded: 0, refit: false },
  { fitted: 0, total: 5, folded: 5, refit: true },
  { fitted: 100, total: 100, folded: 0, refit: false },
  { fitted: 100, total: 100, folded: 29, refit: false },
  { fitted: 100, total: 100, folded: 30, refit: true },
  { fitted: 100, total: 300, folded: 200, refit: true },
  { fitted: 1000, total: 100, folded: 0, refit: false },
])('of $folded folded in $total passages, after a fit on $fitted, asks for a refit: $refit', ({ refit, ...counts }) => {
  expect(lsaDrift(counts)).toEqual({ refit, reason: expect.stringMatching(/\.$/) });
});
