import { sketchFeedback } from '@ibid/testkit';
import { expect, test } from 'vitest';
import type { Feedback } from '../types/feedback.ts';
import { sumFeedback } from './sum-feedback.ts';

/** A negative rating with one or two reasons. */
function down(number: number, page: string): Feedback {
  const reasons: Feedback['reasons'] = number % 2 === 0 ? ['outdated', 'wrong'] : ['wrong'];
  return sketchFeedback(number, number, { verdict: 'down', reasons, page });
}

test('sums count verdicts, reasons and the pages that answers were disliked on', () => {
  const all = [
    ...[1, 2, 3].map((number) => down(number, '/b')),
    down(4, '/c'),
    down(5, '/a'),
    down(6, ''),
    sketchFeedback(7, 7, { verdict: 'up', page: '/b' }),
    sketchFeedback(8, 8, { verdict: 'up', page: '/liked', reasons: ['other'] }),
  ];
  expect(sumFeedback(all)).toEqual({
    up: 2,
    down: 6,
    reasons: [
      { reason: 'wrong', count: 6 },
      { reason: 'outdated', count: 3 },
      { reason: 'other', count: 1 },
    ],
    pages: [
      { page: '/b', up: 1, down: 3 },
      { page: '/a', up: 0, down: 1 },
      { page: '/c', up: 0, down: 1 },
    ],
  });
  expect(sumFeedback([])).toEqual({ up: 0, down: 0, reasons: [], pages: [] });
});
