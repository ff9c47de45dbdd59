import type { Spending } from '@ibid/core/types';
import { expect, test } from 'vitest';
import { quickRefusal } from './open-answering.ts';

const REQUEST = { payer: {}, model: 'm', inputTokens: 1, outputTokens: 1 };

/** A ledger whose calls take some time and then fail or succeed, on a clock controlled by the test. */
function ledger(): {
  readonly spending: Spending;
  readonly state: { at: number; asked: number; takes: number; isWell: boolean };
} {
  const state = { at: 0, asked: 0, takes: 0, isWell: false };
  const spending: Spending = {
    reserve: async () => {
      state.asked += 1;
      const { isWell } = state;
      await Promise.resolve();
      state.at += state.takes;
      if (!isWell) throw new Error('hangs');
      return undefined;
    },
  };
  return { spending: quickRefusal(spending, () => state.at), state };
}

test('after a failure that took long nobody else waits, until one tries again', async () => {
  const { spending, state } = ledger();
  state.takes = 5_000;
  await expect(spending.reserve(REQUEST)).rejects.toThrow('hangs');
  for (let n = 0; n < 3; n++) await expect(spending.reserve(REQUEST)).rejects.toThrow(/a moment ago/u);
  expect(state).toMatchObject({ asked: 1, at: 5_000 });

  state.at += 5_000;
  const [trial, other] = await Promise.allSettled([spending.reserve(REQUEST), spending.reserve(REQUEST)]);
  expect(trial).toMatchObject({ reason: { message: 'hangs' } });
  expect(other).toMatchObject({ reason: { message: expect.stringMatching(/a moment ago/u) } });
  expect(state.asked).toBe(2);

  state.at += 5_000;
  Object.assign(state, { isWell: true, takes: 1 });
  await spending.reserve(REQUEST);
  await spending.reserve(REQUEST);
  expect(state.asked).toBe(4);
});

test('what fails at once, and who leaves, keeps nobody from asking', async () => {
  const { spending, state } = ledger();
  await expect(spending.reserve(REQUEST)).rejects.toThrow('hangs');
  await expect(spending.reserve(REQUEST)).rejects.toThrow('hangs');
  state.takes = 5_000;
  await expect(spending.reserve(REQUEST, { signal: AbortSignal.abort() })).rejects.toThrow('hangs');
  await expect(spending.reserve(REQUEST)).rejects.toThrow('hangs');
  expect(state.asked).toBe(4);
});
