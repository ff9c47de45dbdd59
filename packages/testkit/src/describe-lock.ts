import { describe, test } from 'vitest';
import type { LockPlace } from './lock/lock-fixture.ts';
import type { LockCapability } from './lock/lock-rule.ts';
import { lockRules } from './lock/lock-rules.ts';

/**
 * The conformance suite of `BuildLock`. `make` gives a lock of its own for every case. What the driver lacks is declared here and
 * shown as skipped, so that a driver that loses it turns red.
 */
export function describeLock(options: {
  readonly name: string;
  readonly make: () => Promise<LockPlace>;
  readonly lacks: readonly LockCapability[];
}): void {
  const { name, make, lacks } = options;
  describe(`${name} lock`, () => {
    for (const rule of lockRules) {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
      test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
        const place = await make();
        try {
          await rule.run(place);
        } finally {
          await place.remove();
        }
      });
    }
  });
}
