import { describe, expect, it } from 'vitest';
import { SOURCE_CHECKS, type SourceCapability, type SourcePlace } from './source/source-checks.ts';

export interface DescribeSourceOptions {
  readonly name: string;
  /** A place of its own for each case. */
  readonly make: () => Promise<SourcePlace>;
  /** What the source cannot promise; shown as skipped, so that a source that loses more turns red. */
  readonly lacks?: readonly SourceCapability[];
}

/** The conformance suite of all sources. */
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
