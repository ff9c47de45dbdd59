import { keepRule, memoryStore, storeRules } from '@ibid/testkit';
import type { StoreDriver } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';

type Plant = (sound: StoreDriver) => Partial<StoreDriver>;

/** Known faults of stores, each with the rule that must detect it. */
const FAULTS: readonly (readonly [fault: string, rule: RegExp, plant: Plant])[] = [
  [
    'limits before it filters',
    /filters before it limits/,
    (sound) => ({
      search: async ({ where, ...query }) => {
        const all = await sound.search(query);
        const allowed = await sound.search({ ...query, limit: 1000, ...(where === undefined ? {} : { where }) });
        const passing = new Set(allowed.candidates.map(({ id }) => id));
        return { ...allowed, candidates: all.candidates.filter(({ id }) => passing.has(id)) };
      },
    }),
  ],
  [
    'lists pages of the build',
    /shows the old generation, whole, until publish/,
    (sound) => {
      const put = new Map<string, string>();
      return {
        putPage: async (page) => {
          put.set(page.url, page.revision);
          await sound.putPage(page);
        },
        async *listPages() {
          for await (const page of sound.listPages()) yield { ...page, revision: put.get(page.url) ?? '' };
        },
      };
    },
  ],
];

describe('the store suite notices a store that', () => {
  test.each(FAULTS)('%s (planted)', async (_, title, plant) => {
    const rule = storeRules.find((one) => title.test(one.title))!;
    const sound = memoryStore();
    const place = { driver: (): StoreDriver => ({ ...sound, ...plant(sound) }), remove: async () => undefined };
    await expect(keepRule(rule, place)).rejects.toThrow(/expected/);
  });
});
