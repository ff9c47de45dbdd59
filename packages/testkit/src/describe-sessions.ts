import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import { capRules } from './session/cap-rules.ts';
import { contractRules } from './session/contract-rules.ts';
import { erasureRule } from './session/erasure-rule.ts';
import { exclusionRules } from './session/exclusion-rules.ts';
import { holderRules } from './session/holder-rules.ts';
import { openSessionPlace, type SessionPlace } from './session/session-fixture.ts';
import {
  arbitrarySessionCaps,
  arbitrarySessionOperations,
  playSessionOperations,
} from './session/session-operations.ts';
import { keepSessionRule, type SessionCapability, type SessionRule } from './session/session-rule.ts';
import { turnRules } from './session/turn-rules.ts';

/** Every promise of the session contract as a rule that can also be held against a faulty store. */
export const sessionRules: readonly SessionRule[] = [
  ...turnRules,
  ...capRules,
  ...contractRules,
  ...exclusionRules,
  ...holderRules,
  erasureRule,
];

/**
 * The conformance suite of `SessionDriver`. `make` gives an empty place of its own for every case. What the driver lacks is
 * declared here and shown as skipped, so that a driver that loses it turns red.
 */
export function describeSessions(options: {
  readonly name: string;
  readonly make: () => Promise<SessionPlace>;
  readonly lacks: readonly SessionCapability[];
  /** Random histories to play; default 60. */
  readonly runs?: number;
}): void {
  const { name, make, lacks, runs = 60 } = options;
  describe(`${name} sessions`, () => {
    for (const rule of sessionRules) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
      test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
        const place = await make();
        try {
          await keepSessionRule(rule, place);
        } finally {
          await place.remove();
        }
      });
    }

    // oxlint-disable-next-line vitest/expect-expect -- every step of the history asserts
    test('equals the model after every step of any history', async () => {
      const place = await make();
      const store = await openSessionPlace(place);
      try {
        await fc.assert(
          fc.asyncProperty(arbitrarySessionOperations, arbitrarySessionCaps, (operations, caps) =>
            playSessionOperations(store, operations, caps),
          ),
          { numRuns: runs },
        );
      } finally {
        await store.close();
        await place.remove();
      }
    });
  });
}
