import { expect, it } from 'vitest';
import { lsaDrift } from './lsa-drift.ts';

it.each([
  { fitted: 0, total: 0, folded: 0, refit: false },
  { fitted: 0, total: 9000, folded: 9000, refit: true },
  { fitted: 100, total: 100, folded: 0, refit: false },
  { fitted: 2000, total: 2000, folded: 199, refit: false },
  { fitted: 2000, total: 2000, folded: 200, refit: true },
  { fitted: 2001, total: 2001, folded: 201, refit: false },
  { fitted: 5000, total: 5000, folded: 999, refit: false },
  { fitted: 5000, total: 5000, folded: 1000, refit: true },
  { fitted: 5000, total: 7000, folded: 2000, refit: true },
  { fitted: 50_000, total: 100, folded: 0, refit: false },
])('of $folded folded in $total passages, after a fit on $fitted, asks for a refit: $refit', ({ refit, ...counts }) => {
  expect(lsaDrift(counts)).toEqual({ refit, reason: expect.stringMatching(/^\S.*\.$/) });
});
