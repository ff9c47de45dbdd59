import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyValueStorage } from './surroundings.ts';
import { playTabs, type TabStep } from './testing/play-tabs.ts';

/** Few questions, so that none is dropped to save space. */
const steps = fc.array(
  fc.record<TabStep>({
    at: fc.nat({ max: 1 }),
    step: fc.constantFrom('ask', 'clear', 'write', 'hear', 'reload', 'goOn', 'goBack'),
  }),
  { maxLength: 18 },
);

test('whatever two tabs do in whatever order, nothing is lost that was not cleared, and nothing comes back that was', () => {
  fc.assert(
    fc.property(steps, (given) => {
      expect(playTabs(given)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** A wrong storage: each page reads it but once. */
function readOnce(storage: KeyValueStorage): KeyValueStorage {
  const first = storage.getItem('ibid');
  return { ...storage, getItem: () => first };
}

test('the check is real: a storage that each page reads but once is found out', () => {
  expect(fc.sample(steps, 300).flatMap((given) => playTabs(given, readOnce))).not.toEqual([]);
});
