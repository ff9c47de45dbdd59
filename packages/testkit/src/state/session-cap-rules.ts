import { expect } from 'vitest';
import type { SessionDriver } from '@ibid/core/types';
import { instantOf, sessionIdOf, sketchAppended, turnBytes, WIDE } from './session-fixture.ts';
import type { StateRule } from './state-rule.ts';

async function numbers(store: SessionDriver, session: number): Promise<readonly number[] | undefined> {
  return (await store.read(sessionIdOf(session)))?.turns.map(({ number }) => number);
}

/** Numbers of the existing sessions from 1 to `most`. */
async function known(store: SessionDriver, most: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let one = 1; one <= most; one++) if ((await store.read(sessionIdOf(one))) !== undefined) found.push(one);
  expect(await store.count()).toBe(found.length);
  return found;
}

/** Starts a session with turn 1 at this second. */
async function begin(store: SessionDriver, session: number, second: number, maxSessions: number): Promise<void> {
  await store.append(sketchAppended(session, 1, { at: instantOf(second) }), { ...WIDE, maxSessions });
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
    title: 'never drops the session that has just begun, not even after the clock was set back',
    async run(store) {
      await begin(store, 1, 100, 1);
      await begin(store, 2, 5, 1);
      expect(await known(store, 2)).toEqual([2]);
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
