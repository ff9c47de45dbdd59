import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionDriver } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { sessionIdOf, sketchAppended, WIDE } from './session-fixture.ts';
import type { StateRule } from './state-rule.ts';

/** Long enough to get the lock for a call that does not wait. */
const A_MOMENT_MS = 300;

/** Rules for sessions that several processes use, at once or one after the other. */
export const sessionProcessRules: readonly StateRule<SessionDriver>[] = [
  {
    title: 'shows to the next process what was acknowledged to the one before',
    needs: 'durable',
    async run(store, place) {
      for (const number of [1, 2, 3]) await store.append(sketchAppended(1, number), WIDE);
      await store.append(sketchAppended(2, 1), WIDE);
      await store.delete(sessionIdOf(2));
      const before = await store.read(sessionIdOf(1));
      await using next = await place.open();
      expect(await next.sessions.read(sessionIdOf(1))).toEqual(before);
      expect(await next.sessions.read(sessionIdOf(2))).toBeUndefined();
      await next.sessions.append(sketchAppended(1, 4), WIDE);
      expect((await store.read(sessionIdOf(1)))?.currentTurn).toBe(4);
    },
  },
  {
    title: 'lets one of two processes win each turn, and shows both what it is',
    needs: 'durable',
    async run(store, place) {
      await using other = await place.open();
      for (let number = 1; number <= 8; number++) {
        const rivals = ['one', 'two'].map((response) => sketchAppended(1, number, { response }));
        const outcomes = await Promise.all(
          [store, other.sessions].map((one, i) => rejection(one.append(rivals[i]!, WIDE))),
        );
        expect(outcomes.toSorted()).toEqual(['STORE_BUSY', 'none']);
        const winner = rivals[outcomes.indexOf('none')]!;
        for (const one of [store, other.sessions]) {
          expect((await one.read(sessionIdOf(1)))?.turns.at(-1)).toEqual(winner.turn);
        }
      }
    },
  },
  {
    title: 'keeps a request waiting while another process has its session, and no other request',
    needs: 'locks',
    async run({ lock }, place) {
      if (lock === undefined) return;
      const other = await place.open();
      const held = await other.sessions.lock!(sessionIdOf(1));
      await (await lock(sessionIdOf(2))).release();
      const waiting = lock(sessionIdOf(1));
      expect(await Promise.race([waiting, sleep(A_MOMENT_MS, 'waits')])).toBe('waits');
      expect(await rejection(lock(sessionIdOf(1), { signal: AbortSignal.timeout(20) }))).toBe('ABORTED');
      expect(held.lost.aborted).toBe(false);
      // Simulates the death of the other process.
      await other[Symbol.asyncDispose]();
      const next = await waiting;
      await next.release();
      await next.release();
      await (await lock(sessionIdOf(1))).release();
    },
  },
];
