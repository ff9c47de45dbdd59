import { FEEDBACK_REASONS } from '@ibid/core';
import type { Feedback, FeedbackDriver } from '@ibid/core/types';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { ANY_NUMBER, feedbackInstant, sketchFeedback } from './feedback-fixture.ts';
import { naiveFeedback } from './naive-feedback.ts';

/** One putting of a random history over few requests and few instants, so that they meet. */
export interface FeedbackOperation {
  readonly feedback: Feedback;
  readonly most: number;
}

const feedback = fc
  .record({
    number: fc.nat(6),
    seconds: fc.nat(4),
    own: fc.record({
      verdict: fc.constantFrom('up' as const, 'down' as const),
      reasons: fc.subarray([...FEEDBACK_REASONS]),
      note: fc.string({ unit: 'grapheme', maxLength: 12 }),
      page: fc.constantFrom('', '/a', '/b'),
      generation: fc.nat(9),
    }),
  })
  .map(({ number, seconds, own }) => sketchFeedback(number, seconds, own));

export const arbitraryFeedbackOperations: fc.Arbitrary<readonly FeedbackOperation[]> = fc.array(
  fc.record({ feedback, most: fc.integer({ min: 1, max: 6 }) }),
  { maxLength: 20 },
);

/**
 * Plays a history on the driver, which is open, and on the model, comparing everything that can be read after every step. Begins
 * with one that drops all others, so that many histories can follow one another.
 */
export async function playFeedbackOperations(
  driver: FeedbackDriver,
  operations: readonly FeedbackOperation[],
): Promise<void> {
  const model = naiveFeedback();
  for (const { feedback: given, most } of [{ feedback: sketchFeedback(99, 2), most: 1 }, ...operations]) {
    await driver.put(given, most);
    model.put(given, most);
    const all = model.list();
    expect(await driver.list({ since: '', limit: ANY_NUMBER })).toEqual(all);
    expect(await driver.count()).toBe(all.length);
    const since = feedbackInstant(2);
    const late = all.filter(({ at }) => at >= since);
    expect(await driver.list({ since, limit: 2 })).toEqual(late.slice(0, 2));
  }
}
