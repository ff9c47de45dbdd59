import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capRules } from './ledger/cap-rules.ts';
import type { LedgerPlace } from './ledger/ledger-fixture.ts';
import { arbitraryLedgerOperations, playLedgerOperations } from './ledger/ledger-operations.ts';
import { keepLedgerRule, type LedgerCapability, type LedgerRule } from './ledger/ledger-rule.ts';
import { raceRules } from './ledger/race-rules.ts';
import { settleRules } from './ledger/settle-rules.ts';

/** Every promise of the ledger contract as a rule that can also be held against a faulty driver. */
export const ledgerRules: readonly LedgerRule[] = [...capRules, ...settleRules, ...raceRules];

/**
 * The conformance suite of `LedgerDriver`. `make` gives an empty place of its own for every case. What the driver lacks is
 * declared here and shown as skipped, so that a driver that loses it turns red.
 */
export function describeLedger(options: {
  readonly name: string;
  readonly make: () => Promise<LedgerPlace>;
  readonly lacks: readonly LedgerCapability[];
  /** Random histories to play; default 60. */
  readonly runs?: number;
}): void {
  const { name, make, lacks, runs = 60 } = options;
  describe(`${name} ledger`, () => {
    for (const rule of ledgerRules) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
      test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
        const place = await make();
        try {
          await keepLedgerRule(rule, place);
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
          fc.asyncProperty(arbitraryLedgerOperations, (operations) => playLedgerOperations(driver, operations)),
          { numRuns: runs },
        );
      } finally {
        await driver.close();
        await place.remove();
      }
    });
  });
}
