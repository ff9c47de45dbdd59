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

test.each<[string, (storage: KeyValueStorage) => KeyValueStorage]>([
  [
    'that loses when was cleared',
    (storage) => ({
      ...storage,
      setItem: (key, text) => storage.setItem(key, text.replace(/"clearedAt":\d+/u, '"clearedAt":-1')),
    }),
  ],
  [
    'that each page reads but once',
    (storage) => {
      const first = storage.getItem('ibid');
      return { ...storage, getItem: () => first };
    },
  ],
])('the check is real: a storage %s is found out', (_, wrap) => {
  const found = fc.sample(steps, 300).flatMap((given) => playTabs(given, wrap));
  expect(found.length).toBeGreaterThan(0);
});
