import { hostname } from 'node:os';
import { IbidError } from '@ibid/core';
import type { BuildLock, HeldBuildLock } from '@ibid/core/types';
import { lockRules, type LockPlace } from '@ibid/testkit';
import { describe, expect, test } from 'vitest';
import { memoryLock } from './memory.ts';

type Plant = (sound: BuildLock) => Partial<LockPlace>;

function withHolds(sound: BuildLock, change: (hold: HeldBuildLock) => Partial<HeldBuildLock>): Partial<LockPlace> {
  const lock: BuildLock = {
    async acquire(options) {
      const hold = await sound.acquire(options);
      return { ...hold, ...change(hold) };
    },
  };
  return { lock: () => lock };
}

function withRefusals(sound: BuildLock, refusal: () => IbidError): Partial<LockPlace> {
  return {
    lock: () => ({
      acquire: (options) =>
        sound.acquire(options).catch(() => {
          throw refusal();
        }),
    }),
  };
}

/** A sound lock that says what others do to it, as far as it can. */
function mortal(sound: BuildLock): NonNullable<LockPlace['mortal']> {
  return {
    patienceMs: 40,
    leaveBehind: async () => void (await sound.acquire()),
    takeAway: async () => undefined,
  };
}

/** Each fault is one that a lock could well have, and the rule that must notice it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'lets everyone in': [/one at a time/, () => ({ lock: () => memoryLock({ name: 'one' }) })],
  'is never given on': [/one at a time/, (sound) => withHolds(sound, () => ({ release: async () => undefined }))],
  'takes a release for a loss': [
    /one at a time/,
    (sound) => {
      const controller = new AbortController();
      return withHolds(sound, (hold) => ({
        lost: controller.signal,
        async release() {
          controller.abort();
          await hold.release();
        },
      }));
    },
  ],
  'says only that it is busy': [
    /names host and process/,
    (sound) => withRefusals(sound, () => new IbidError('STORE_BUSY', 'busy', { retryable: true })),
  ],
  'calls a refusal final': [
    /names host and process/,
    (sound) => {
      const details = { host: hostname(), pid: process.pid };
      return withRefusals(
        sound,
        () => new IbidError('STORE_BUSY', `process ${details.pid} on \`${details.host}\``, { details }),
      );
    },
  ],
  'lets a former holder free what the next one has': [
    /again and again/,
    (sound) => {
      let newest: HeldBuildLock | undefined;
      return withHolds(sound, (hold) => {
        newest = hold;
        return { release: async () => newest?.release() };
      });
    },
  ],
  'looks before it leaps': [
    /exactly one of many who come/,
    () => {
      let isHeld = false;
      return {
        lock: () => ({
          async acquire() {
            if (isHeld) throw new IbidError('STORE_BUSY', 'busy', { retryable: true });
            await Promise.resolve();
            isHeld = true;
            return { lost: new AbortController().signal, release: async () => void (isHeld = false) };
          },
        }),
      };
    },
  ],
  'is one for all names': [/another name/, (sound) => ({ otherLock: () => sound })],
  'holds on for one who gave up': [
    /had given up/,
    (sound) => ({
      lock: () => ({
        async acquire(options) {
          const hold = await sound.acquire();
          if (options?.signal?.aborted === true) throw new IbidError('ABORTED', 'aborted');
          return hold;
        },
      }),
    }),
  ],
  'takes the living for dead': [
    /however long/,
    (sound) => ({ mortal: mortal(sound), lock: () => memoryLock({ name: 'one' }) }),
  ],
  'never takes over from the dead': [/holder that died/, (sound) => ({ mortal: mortal(sound) })],
  'gives what a dead one had to all': [
    /holder that died/,
    (sound) => ({ mortal: mortal(sound), lock: () => memoryLock({ name: 'one' }) }),
  ],
  'goes on waiting for one who gave up': [/ends the waiting/, (sound) => ({ mortal: mortal(sound) })],
  'does not tell of the loss': [/took it away/, (sound) => ({ mortal: mortal(sound) })],
};

describe('the lock suite notices a lock that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rule = lockRules.find((one) => title.test(one.title))!;
      const [sound, other] = [memoryLock({ name: 'one' }), memoryLock({ name: 'other' })];
      const place: LockPlace = {
        lock: () => sound,
        otherLock: () => other,
        remove: async () => undefined,
        ...plant(sound),
      };
      await expect(rule.run(place)).rejects.toThrow(/expected|is being built/);
    });
  }
});
