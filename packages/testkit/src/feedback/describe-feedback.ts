import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeedbackPlace } from './feedback-fixture.ts';
import { arbitraryFeedbackOperations, playFeedbackOperations } from './feedback-operations.ts';
import { keepFeedbackRule, type FeedbackCapability } from './feedback-rule.ts';
import { feedbackRules } from './feedback-rules.ts';

/**
 * The conformance suite of `FeedbackDriver`. `make` gives an empty place of its own for every case. What the driver lacks is
 * declared here and shown as skipped, so that a driver that loses it turns red.
 */
export function describeFeedback(options: {
  readonly name: string;
  readonly make: () => Promise<FeedbackPlace>;
  readonly lacks: readonly FeedbackCapability[];
  /** Random histories to play; default 40. */
  readonly runs?: number;
}): void {
  const { name, make, lacks, runs = 40 } = options;
  describe(`${name} feedback`, () => {
    for (const rule of feedbackRules) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
      test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
        const place = await make();
        try {
          await keepFeedbackRule(rule, place);
        } finally {
          await place.remove();
        }
      });
    }

    test('says whether it is durable', async () => {
      const place = await make();
      expect(place.driver().traits.durable).toBe(!lacks.includes('durable'));
      await place.remove();
    });

    // oxlint-disable-next-line vitest/expect-expect -- every step of the history asserts
    test('equals the model after every step of any history', async () => {
      const place = await make();
      const driver = place.driver();
      await driver.open();
      try {
        await fc.assert(
          fc.asyncProperty(arbitraryFeedbackOperations, (operations) => playFeedbackOperations(driver, operations)),
          { numRuns: runs },
        );
      } finally {
        await driver.close();
        await place.remove();
      }
    });
  });
}
