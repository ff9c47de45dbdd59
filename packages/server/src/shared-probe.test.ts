import { expect, test } from 'vitest';
import { sharedProbe } from './health.ts';

test('asks once for all who come at once, keeps an answer for a while, and never a failure', async () => {
  let at = 0;
  let asked = 0;
  let isWell = true;
  const probe = sharedProbe({
    ask: async () => {
      asked += 1;
      await Promise.resolve();
      if (!isWell) throw new Error('CANARY');
      return asked;
    },
    keepMs: 2_000,
    now: () => at,
  });
  expect(await Promise.all([probe(), probe(), probe()])).toEqual([1, 1, 1]);
  at = 1_999;
  expect(await probe()).toBe(1);
  [at, isWell] = [2_000, false];
  await expect(probe()).rejects.toThrow('CANARY');
  await expect(Promise.all([probe(), probe()])).rejects.toThrow('CANARY');
  expect(asked).toBe(3);
  isWell = true;
  expect(await probe()).toBe(4);
});
