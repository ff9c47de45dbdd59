import { expect } from 'vitest';
import type { SessionDriver } from '@ibid/core/types';
import { instantOf, sessionIdOf, sketchAppended, turnBytes, WIDE } from './session-fixture.ts';
import type { StateRule } from './state-rule.ts';

async function numbers(store: SessionDriver, session: number): Promise<readonly number[] | undefined> {
  return (await store.read(sessionIdOf(session)))?.turns.map(({ number }) => number);
}

export const sessionCapRules: readonly StateRule<SessionDriver>[] = [
  {
    title: 'drops the oldest turns by the byte, counted in UTF-8',
    async run(store) {
      const turns = [1, 2, 3].map((number) => sketchAppended(1, number, { response: 'ü'.repeat(100) }));
      const [first, second, third] = turns;
      const exact = turnBytes(first!.turn) + turnBytes(second!.turn);
      await store.append(first!, { ...WIDE, maxBytes: exact });
      await store.append(second!, { ...WIDE, maxBytes: exact });
      expect(await numbers(store, 1)).toEqual([1, 2]);
      await store.append(third!, { ...WIDE, maxBytes: exact });
      expect(await numbers(store, 1)).toEqual([2, 3]);
      const fourth = sketchAppended(1, 4);
      const room = turnBytes(third!.turn) + turnBytes(fourth.turn) - 1;
      await store.append(fourth, { ...WIDE, maxBytes: room });
      expect(await numbers(store, 1)).toEqual([4]);
      expect((await store.read(sessionIdOf(1)))?.currentTurn).toBe(4);
    },
  },
  {
    title: 'deletes any number of idle sessions at once and leaves the others',
    async run(store) {
      for (let session = 1; session <= 225; session++) {
        await store.append(sketchAppended(session, 1, { at: instantOf(session % 9) }), WIDE);
      }
      expect(await store.deleteIdleSince(instantOf(8))).toBe(200);
      expect(await store.count()).toBe(25);
      expect(await numbers(store, 8)).toEqual([1]);
    },
  },
];
