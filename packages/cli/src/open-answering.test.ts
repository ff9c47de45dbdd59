import type { Spending } from '@ibid/core/types';
import { expect, test } from 'vitest';
import { quickRefusal } from './open-answering.ts';

const REQUEST = { payer: {}, model: 'm', inputTokens: 1, outputTokens: 1 };

test('after a failure that took long nobody else waits; what fails at once, and who leaves, keeps nobody from asking', async () => {
  let [now, calls, takes] = [0, 0, 0];
  const failures: unknown[] = [];
  const ledger: Spending = {
    reserve: async () => {
      calls += 1;
      now += takes;
      return Promise.reject(new Error('hangs'));
    },
  };
  const { reserve } = quickRefusal(
    ledger,
    () => now,
    (error) => failures.push(error),
  );
  await expect(reserve(REQUEST)).rejects.toThrow('hangs');
  takes = 5_000;
  await expect(reserve(REQUEST, { signal: AbortSignal.abort() })).rejects.toThrow('hangs');
  await expect(reserve(REQUEST)).rejects.toThrow('hangs');
  await expect(reserve(REQUEST)).rejects.toThrow(/a moment ago/u);
  expect(calls).toBe(3);
  expect(failures).toHaveLength(2);
  now += 5_000;
  await expect(reserve(REQUEST)).rejects.toThrow('hangs');
});
