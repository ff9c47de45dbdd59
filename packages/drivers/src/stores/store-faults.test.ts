import { keepRule, memoryStore, storeRules } from '@ibid/testkit';
import type { StoreDriver } from '@ibid/core/types';
import { expect, test } from 'vitest';

test('the store suite notices a store that limits before it filters (planted)', async () => {
  const rule = storeRules.find(({ title }) => /filters before it limits/u.test(title))!;
  const sound = memoryStore();
  const planted: StoreDriver = {
    ...sound,
    search: async ({ where, ...query }) => {
      const all = await sound.search(query);
      const allowed = await sound.search({ ...query, limit: 1000, ...(where === undefined ? {} : { where }) });
      const passing = new Set(allowed.candidates.map(({ id }) => id));
      return { ...allowed, candidates: all.candidates.filter(({ id }) => passing.has(id)) };
    },
  };
  await expect(keepRule(rule, { driver: () => planted, remove: async () => undefined })).rejects.toThrow(/expected/);
});
