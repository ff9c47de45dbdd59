import { expect, test } from 'vitest';
import { sharedProbe } from './shared-probe.ts';

test('asks once for all who come at once, keeps what is good for a while, and asks again after what is not', async () => {
  let at = 0;
  let asked = 0;
  let isGood = true;
  const probe = sharedProbe({
    ask: async () => {
      asked += 1;
      await Promise.resolve();
      return { isGood, asked };
    },
    mayKeep: (answer) => answer.isGood,
    keepMs: 2_000,
    now: () => at,
  });
  expect((await Promise.all([probe(), probe(), probe()])).map((answer) => answer.asked)).toEqual([1, 1, 1]);
  at = 1_999;
  expect((await probe()).asked).toBe(1);
  at = 2_000;
  isGood = false;
  expect((await probe()).asked).toBe(2);
  isGood = true;
  expect(await probe()).toEqual({ isGood: true, asked: 3 });
});

test('what throws is asked again', async () => {
  let asked = 0;
  const probe = sharedProbe({
    ask: async () => {
      asked += 1;
      if (asked === 1) throw new Error('CANARY');
      return asked;
    },
    mayKeep: () => true,
    keepMs: 1,
    now: () => 0,
  });
  await expect(probe()).rejects.toThrow('CANARY');
  expect(await probe()).toBe(2);
});
