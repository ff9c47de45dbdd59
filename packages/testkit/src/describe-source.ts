import { describe, expect, it } from 'vitest';
import { SOURCE_CHECKS, type SourceCapability, type SourcePlace } from './source/source-checks.ts';

export interface DescribeSourceOptions {
  readonly name: string;
  /** Makes a new place for each case. */
  readonly make: () => Promise<SourcePlace>;
  /** Abilities that the source lacks. Their rules are shown as skipped; if the source loses any other ability, a test fails. */
  readonly lacks?: readonly SourceCapability[];
}

/** Conformance suite for all sources. */
export function describeSource(options: DescribeSourceOptions): void {
  const { name, make, lacks = [] } = options;
  describe(`${name} keeps the contract of sources`, () => {
    for (const { rule, needs, find } of SOURCE_CHECKS) {
      it.skipIf(needs !== undefined && lacks.includes(needs))(`${rule}`, async () => {
        const place = await make();
        try {
          expect(place.pages.length).toBeGreaterThanOrEqual(3);
          expect(await find(place)).toEqual([]);
        } finally {
          await place.dispose();
        }
      });
    }
  });
}
