import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldTurn, SessionStore } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { sessionIdOf, sketchAppended, turnLimit, WIDE } from './session-fixture.ts';
import type { SessionRule } from './session-rule.ts';
import { withDriver, withStores } from './with-stores.ts';

/** Long enough for one that does not wait to come in. */
const A_MOMENT_MS = 150;

function enter(store: SessionStore, session: number, signal?: AbortSignal): Promise<HeldTurn> {
  return store.turns!.enter(sessionIdOf(session), signal && { signal });
}

/** Whether it has come in after a moment. */
async function isIn(entering: Promise<HeldTurn>): Promise<boolean> {
  return Promise.race([entering.then(() => true), sleep(A_MOMENT_MS).then(() => false)]);
}

/** Who has the turn of a session, and who comes next, over processes. */
export const exclusionRules: readonly SessionRule[] = [
  {
    title: 'gives the turn of a session to one at a time over processes, and on when it is left (R19)',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 1, async ([other]) => {
        for (const [here, there] of [
          [store, other!],
          [other!, store],
          [store, store],
        ] as const) {
          const first = await enter(here, 1);
          const entering = enter(there, 1);
          expect(await isIn(entering)).toBe(false);
          await first.leave();
          const second = await entering;
          expect([first.lost.aborted, second.lost.aborted]).toEqual([false, false]);
          await second.leave();
        }
      });
    },
  },
  {
    title: 'lets many who come at once take every turn, none of them refused and none of them twice (R19)',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 3, async (others) => {
        const all = [store, ...others];
        let inside = 0;
        let most = 0;
        const request = async (one: SessionStore, name: string): Promise<void> => {
          const turn = await enter(one, 1);
          most = Math.max(most, ++inside);
          const { currentTurn = 0 } = (await one.read(sessionIdOf(1))) ?? {};
          await one.append(sketchAppended(1, currentTurn + 1, { userInput: name }), WIDE);
          inside -= 1;
          await turn.leave();
        };
        const names = Array.from({ length: 12 }, (_, i) => `request ${i}`);
        const outcomes = await Promise.all(names.map((name, i) => rejection(request(all[i % all.length]!, name))));
        expect([new Set(outcomes), most]).toEqual([new Set(['none']), 1]);
        const { turns = [] } = (await store.read(sessionIdOf(1))) ?? {};
        expect(turns.map(({ userInput }) => userInput).toSorted()).toEqual(names.toSorted());
      });
    },
  },
  {
    title: 'passes nobody over who waits, however often another process comes again',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 1, async ([other]) => {
        let turn = await enter(store, 1);
        const entering = enter(other!, 1);
        const waiter = { isIn: false };
        const over = entering.then(
          ({ leave }) => {
            waiter.isIn = true;
            return leave();
          },
          () => undefined,
        );
        let passed = 0;
        while (!waiter.isIn && passed < 1000) {
          passed += 1;
          await turn.leave();
          turn = await enter(store, 1);
        }
        expect(passed).toBeLessThan(1000);
        await turn.leave();
        await over;
      });
    },
  },
  {
    title: 'lets nobody wait for another session',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 1, async ([other]) => {
        const held = await enter(store, 1);
        for (const one of [store, other!]) await (await enter(one, 2, turnLimit(place).signal)).leave();
        const entering = enter(other!, 1);
        expect(await isIn(entering)).toBe(false);
        await held.leave();
        await (await entering).leave();
      });
    },
  },
  {
    title: 'lets the turn be left again and again, and the next one keep it all the same',
    needs: 'turns',
    async run(store, place) {
      await withDriver(place, async ({ turns }) => {
        const first = await turns!.enter(sessionIdOf(1));
        await Promise.all([first.leave(), first.leave()]);
        const second = await enter(store, 1);
        await first.leave();
        const third = turns!.enter(sessionIdOf(1));
        expect(await isIn(third)).toBe(false);
        expect(second.lost.aborted).toBe(false);
        await second.leave();
        await (await third).leave();
      });
    },
  },
];
