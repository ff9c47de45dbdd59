import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { HeldBuildLock } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import type { LockPlace } from './lock-fixture.ts';
import type { LockRule } from './lock-rule.ts';

const CONTENDERS = 6;
const LONGEST_WAIT_MS = 3000;

/** What those get who all want it at once. */
async function contend(place: LockPlace): Promise<readonly HeldBuildLock[]> {
  const locks = Array.from({ length: CONTENDERS }, () => place.lock());
  const outcomes = await Promise.allSettled(locks.map((lock) => lock.acquire()));
  for (const one of outcomes) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'STORE_BUSY', retryable: true });
  }
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Every promise of the lock's contract as a rule that can also be held against a faulty lock. */
export const lockRules: readonly LockRule[] = [
  {
    title: 'is held by one at a time, and given on when it is released',
    async run(place) {
      const first = await place.lock().acquire();
      expect(await rejection(place.lock().acquire())).toBe('STORE_BUSY');
      await first.release();
      const second = await place.lock().acquire();
      expect(await rejection(place.lock().acquire())).toBe('STORE_BUSY');
      expect([first.lost.aborted, second.lost.aborted]).toEqual([false, false]);
      await second.release();
    },
  },
  {
    title: 'names host and process of the holder to who is refused, and that it is worth another try',
    async run(place) {
      const held = await place.lock().acquire();
      const refusal: unknown = await place
        .lock()
        .acquire()
        .catch((error: unknown) => error);
      expect(IbidError.is(refusal)).toBe(true);
      const { retryable, message, details } = refusal as IbidError;
      expect([retryable, details]).toEqual([true, { host: expect.stringMatching(/./u), pid: process.pid }]);
      expect(message).toContain(`${details['pid']} on \`${details['host']}\``);
      await held.release();
    },
  },
  {
    title: 'may be released again and again, and the next holder keeps it all the same',
    async run(place) {
      const first = await place.lock().acquire();
      await Promise.all([first.release(), first.release()]);
      const second = await place.lock().acquire();
      await first.release();
      expect(await rejection(place.lock().acquire())).toBe('STORE_BUSY');
      expect(second.lost.aborted).toBe(false);
      await second.release();
    },
  },
  {
    title: 'goes to exactly one of many who come at once, whoever had it before',
    async run(place) {
      for (let round = 0; round < 3; round++) {
        const holds = await contend(place);
        expect(holds).toHaveLength(1);
        await holds[0]!.release();
      }
    },
  },
  {
    title: 'knows nothing of a lock of another name',
    async run(place) {
      const [one, other] = [await place.lock().acquire(), await place.otherLock().acquire()];
      await one.release();
      expect(await rejection(place.otherLock().acquire())).toBe('STORE_BUSY');
      await other.release();
    },
  },
  {
    title: 'is not held by who had given up before',
    async run(place) {
      const signal = AbortSignal.abort();
      expect(await rejection(place.lock().acquire({ signal }))).toBe('ABORTED');
      await (await place.lock().acquire()).release();
    },
  },
  {
    title: 'stays with a holder that lives, however long others wait',
    needs: 'mortal',
    async run(place) {
      const held = await place.lock().acquire();
      await sleep(3 * place.mortal!.patienceMs);
      expect(await rejection(place.lock().acquire())).toBe('STORE_BUSY');
      expect(held.lost.aborted).toBe(false);
      await held.release();
    },
  },
  {
    title: 'is taken over from a holder that died, by exactly one of many',
    needs: 'mortal',
    async run(place) {
      await place.mortal!.leaveBehind();
      const holds = await contend(place);
      expect(holds).toHaveLength(1);
      await holds[0]!.release();
    },
  },
  {
    title: 'ends the waiting for a holder that may be dead when its caller gives up',
    needs: 'mortal',
    async run(place) {
      await place.mortal!.leaveBehind();
      const controller = new AbortController();
      const acquiring = rejection(place.lock().acquire({ signal: controller.signal }));
      setTimeout(() => controller.abort(), place.mortal!.patienceMs / 4);
      expect(await acquiring).toBe('ABORTED');
    },
  },
  {
    title: 'tells a holder that another took it away, who then has nothing to release',
    needs: 'mortal',
    async run(place) {
      const held = await place.lock().acquire();
      await place.mortal!.takeAway();
      const fired = held.lost.aborted ? undefined : once(held.lost, 'abort', withLimit());
      await fired?.catch(() => undefined);
      expect(held.lost.aborted).toBe(true);
      await place.mortal!.leaveBehind();
      await held.release();
      const late = place.lock().acquire({ signal: AbortSignal.timeout(place.mortal!.patienceMs / 4) });
      expect(await rejection(late)).toBe('ABORTED');
    },
  },
];

function withLimit(): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(LONGEST_WAIT_MS) };
}
