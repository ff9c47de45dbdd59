import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import type { EmbeddingSpace } from '@ibid/core/types';
import { buildRules } from './store/build-rules.ts';
import { contractRules } from './store/contract-rules.ts';
import { readRules } from './store/read-rules.ts';
import { searchRules } from './store/search-rules.ts';
import { openPlace, type StorePlace } from './store/store-fixture.ts';
import { arbitraryOperations, playOperations } from './store/store-operations.ts';
import { keepRule, type StoreCapability, type StoreRule } from './store/store-rule.ts';

/** All rules of the store contract, so that they can also be tested on a faulty store. */
export const storeRules: readonly StoreRule[] = [...searchRules, ...buildRules, ...contractRules, ...readRules];

/**
 * Conformance suite of `StoreDriver`. `make` creates a new empty place for each case. Rules for the abilities in `lacks` are
 * shown as skipped; if a driver loses any other ability, a test fails.
 */
export function describeStore(options: {
  readonly name: string;
  readonly make: () => Promise<StorePlace>;
  readonly lacks: readonly StoreCapability[];
  /** Number of random histories to play; default 30. */
  readonly runs?: number;
}): void {
  const { name, make, lacks, runs = 30 } = options;
  describe(`${name} store`, () => {
    for (const rule of storeRules) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
      test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
        const place = await make();
        try {
          await keepRule(rule, place);
        } finally {
          await place.remove();
        }
      });
    }

    for (const dimensions of [3, 21]) {
      const space: EmbeddingSpace = { id: `test/random@${dimensions}`, dimensions, data: new Uint8Array() };
      // oxlint-disable-next-line vitest/expect-expect -- every step of the history asserts
      test(`equals the model after every step of any history, in ${dimensions} dimensions`, async () => {
        const place = await make();
        const store = await openPlace(place);
        try {
          await fc.assert(
            fc.asyncProperty(arbitraryOperations(space), (operations) => playOperations(store, operations, space)),
            { numRuns: runs },
          );
        } finally {
          await store.close();
          await place.remove();
        }
      });
    }
  });
}
