import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import { holdRules } from './job/hold-rules.ts';
import type { JobPlace } from './job/job-fixture.ts';
import { arbitraryJobOperations, playJobOperations } from './job/job-operations.ts';
import { keepJobRule, type JobCapability, type JobRule } from './job/job-rule.ts';
import { listRules } from './job/list-rules.ts';

/** Every promise of the job contract as a rule that can also be held against a faulty list. */
export const jobRules: readonly JobRule[] = [...listRules, ...holdRules];

/**
 * The conformance suite of `JobDriver`. `make` gives an empty place of its own for every case. What the driver lacks is
 * declared here and shown as skipped, so that a driver that loses it turns red.
 */
export function describeJobs(options: {
  readonly name: string;
  readonly make: () => Promise<JobPlace>;
  readonly lacks: readonly JobCapability[];
  /** Random histories to play; default 60. */
  readonly runs?: number;
}): void {
  const { name, make, lacks, runs = 60 } = options;
  describe(`${name} jobs`, () => {
    for (const rule of jobRules) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
      test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
        const place = await make();
        try {
          await keepJobRule(rule, place);
        } finally {
          await place.remove();
        }
      });
    }

    // oxlint-disable-next-line vitest/expect-expect -- every step of the history asserts
    test('equals the model after every step of any history', async () => {
      const place = await make();
      const driver = place.driver();
      await driver.open();
      try {
        await fc.assert(
          fc.asyncProperty(arbitraryJobOperations, (operations) => playJobOperations(driver, operations)),
          { numRuns: runs },
        );
      } finally {
        await driver.close();
        await place.remove();
      }
    });
  });
}
