import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { sessionIdOf, sketchAppended, turnLimit, WIDE } from './session-fixture.ts';
import type { SessionRule } from './session-rule.ts';
import { withDriver, withStores } from './with-stores.ts';

const ID = sessionIdOf(1);

/** Those who give up, close or die while they have the turn or wait for it. */
export const holderRules: readonly SessionRule[] = [
  {
    title: 'gives no turn to one who gives up, before or while it waits, and passes on to those behind',
    needs: 'turns',
    async run(store, place) {
      const { turns } = store;
      await withStores(place, 2, async ([other, last]) => {
        expect(await rejection(other!.turns!.enter(ID, { signal: AbortSignal.abort() }))).toBe('ABORTED');
        const held = await turns!.enter(ID);
        const controller = new AbortController();
        const waiting = rejection(other!.turns!.enter(ID, { signal: controller.signal }));
        await sleep(100);
        const behind = last!.turns!.enter(ID, turnLimit(place));
        controller.abort();
        expect(await waiting).toBe('ABORTED');
        await held.leave();
        await (await behind).leave();
        await (await turns!.enter(ID, turnLimit(place))).leave();
      });
    },
  },
  {
    title: 'leaves no turn behind that was given to one who gave up at that moment',
    needs: 'turns',
    async run(store, place) {
      await withDriver(place, async ({ turns }) => {
        for (let ms = 0; ms < 12; ms++) {
          const held = await store.turns!.enter(ID);
          const controller = new AbortController();
          const entering = turns!.enter(ID, { signal: controller.signal });
          const over = entering.then(
            ({ leave }) => leave(),
            () => undefined,
          );
          await sleep(4 * ms);
          const leaving = held.leave();
          if (ms % 2 === 1) await sleep(ms / 4);
          controller.abort();
          await leaving;
          await over;
          await (await store.turns!.enter(ID, turnLimit(place))).leave();
        }
      });
    },
  },
  {
    title: 'stays with a holder that lives, however long others wait',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 1, async ([other]) => {
        const held = await store.turns!.enter(ID);
        const controller = new AbortController();
        const entering = rejection(other!.turns!.enter(ID, { signal: controller.signal }));
        await sleep(3 * place.turns!.patienceMs);
        controller.abort();
        expect(await entering).toBe('ABORTED');
        expect(held.lost.aborted).toBe(false);
        await held.leave();
      });
    },
  },
  {
    title: 'overtakes a holder that died, one after another',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 2, async (others) => {
        await place.turns!.takeAway(ID);
        let inside = 0;
        let most = 0;
        const stores = [store, ...others];
        await Promise.all(
          stores.map(async ({ turns }) => {
            const turn = await turns!.enter(ID, turnLimit(place));
            most = Math.max(most, ++inside);
            await sleep(20);
            inside -= 1;
            await turn.leave();
          }),
        );
        expect(most).toBe(1);
      });
    },
  },
  {
    title: 'tells a holder that its turn was taken, who then has nothing to leave and writes over nothing',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 1, async ([other]) => {
        await store.append(sketchAppended(1, 1), WIDE);
        const held = await store.turns!.enter(ID);
        await place.turns!.takeAway(ID);
        if (!held.lost.aborted) await once(held.lost, 'abort', turnLimit(place)).catch(() => undefined);
        expect(held.lost.aborted).toBe(true);
        const thief = await other!.turns!.enter(ID, turnLimit(place));
        await held.leave();
        const soon = { signal: AbortSignal.timeout(place.turns!.patienceMs / 2) };
        expect(await rejection(store.turns!.enter(ID, soon))).toBe('ABORTED');
        await other!.append(sketchAppended(1, 2, { response: 'of the thief' }), WIDE);
        expect(await rejection(store.append(sketchAppended(1, 2), WIDE))).toBe('STORE_BUSY');
        expect((await store.read(ID))?.turns.at(-1)?.response).toBe('of the thief');
        expect(thief.lost.aborted).toBe(false);
        await thief.leave();
      });
    },
  },
  {
    title: 'refuses with CLOSED who waits when its store is closed, and leaves the turns that it held',
    needs: 'turns',
    async run(store, place) {
      await withStores(place, 2, async ([closing, other]) => {
        const held = await store.turns!.enter(ID);
        const left = await closing!.turns!.enter(sessionIdOf(2));
        const waiting = rejection(closing!.turns!.enter(ID, turnLimit(place)));
        await sleep(50);
        await closing!.close();
        expect(await waiting).toBe('CLOSED');
        expect(await rejection(closing!.turns!.enter(sessionIdOf(3)))).toBe('CLOSED');
        const soon = { signal: AbortSignal.timeout(place.turns!.patienceMs / 2) };
        const next = await other!.turns!.enter(sessionIdOf(2), soon);
        await left.leave();
        expect(next.lost.aborted).toBe(false);
        await next.leave();
        await held.leave();
        await (await other!.turns!.enter(ID, turnLimit(place))).leave();
      });
    },
  },
];
