import { describe, expect, it } from 'vitest';
import { SOURCE_RULES, type SourceCapability, type SourcePlace } from './source/source-rules.ts';

export interface DescribeSourceOptions {
  readonly name: string;
  /** Makes a new place for each case. */
  readonly make: () => Promise<SourcePlace>;
  /** Abilities that the source lacks. Their rules are shown as skipped; if the source loses any other ability, a test fails. */
  readonly lacks?: readonly SourceCapability[];
}

/** Conformance suite for all sources. */
export function describeSource({ name, make, lacks = [] }: DescribeSourceOptions): void {
  describe(`${name} keeps the contract of sources`, () => {
    for (const { title, needs, run } of SOURCE_RULES) {
      it.skipIf(needs !== undefined && lacks.includes(needs))(`${title}`, async () => {
        const place = await make();
        try {
          expect(place.pages.length).toBeGreaterThanOrEqual(3);
          await run(place);
        } finally {
          await place.dispose();
        }
      });
    }
  });
}
