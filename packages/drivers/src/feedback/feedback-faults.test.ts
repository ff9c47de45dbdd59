import {
  feedbackRules,
  keepFeedbackRule,
  playFeedbackOperations,
  sketchFeedback,
  type FeedbackPlace,
} from '@ibid/testkit';
import type { Feedback, FeedbackDriver } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import { memoryFeedback } from './memory.ts';

type Plant = (sound: FeedbackDriver) => Partial<FeedbackDriver>;

function withPut(change: (feedback: Feedback) => Partial<Feedback>): Plant {
  return (sound) => ({
    put: (feedback, most, options) => sound.put({ ...feedback, ...change(feedback) }, most, options),
  });
}

/** Each fault is one that a driver could have, and the rule that must notice it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'ends a note at NUL': [/every field/, withPut(({ note }) => ({ note: note.split('\0')[0]! }))],
  'keeps one reason': [/every field/, withPut(({ reasons }) => ({ reasons: reasons.slice(0, 1) }))],
  'keeps a generation in 32 bits': [/every field/, withPut(({ generation }) => ({ generation: generation % 2 ** 32 }))],
  'lists the oldest first': [
    /newest first/,
    (sound) => ({ list: async (query) => (await sound.list(query)).toReversed() }),
  ],
  'lists one more than is wanted': [
    /at most as many/,
    (sound) => ({ list: ({ since, limit }) => sound.list({ since, limit: limit + 1 }) }),
  ],
  'leaves out those of the very instant': [
    /none from before/,
    (sound) => ({ list: ({ since, limit }) => sound.list({ since: since === '' ? '' : `${since}~`, limit }) }),
  ],
  'keeps the first verdict': [
    /one verdict/,
    (sound) => ({
      put: async (feedback, most) => {
        const all = await sound.list({ since: '', limit: 100 });
        if (!all.some(({ requestId }) => requestId === feedback.requestId)) await sound.put(feedback, most);
      },
    }),
  ],
  'keeps every verdict': [
    /one verdict/,
    () => {
      const all: Feedback[] = [];
      return {
        put: async (feedback) => void all.unshift(feedback),
        list: async () => all,
        count: async () => all.length,
      };
    },
  ],
  'keeps the time of the first verdict': [
    /in the place that its time gives it/,
    (sound) => ({
      put: async (feedback, most) => {
        const all = await sound.list({ since: '', limit: 100 });
        const at = all.find(({ requestId }) => requestId === feedback.requestId)?.at ?? feedback.at;
        await sound.put({ ...feedback, at }, most);
      },
    }),
  ],
  'knows no cap': [/beyond the cap/, (sound) => ({ put: (feedback) => sound.put(feedback, 1000) })],
  'goes one beyond the cap': [
    /beyond the cap/,
    (sound) => ({ put: (feedback, most) => sound.put(feedback, most + 1) }),
  ],
  'drops what is oldest by the clock, also when it was just put': [
    /never what was just put/,
    (sound) => ({
      put: async (feedback, most) => {
        const oldest = (await sound.list({ since: '', limit: 100 })).at(-1);
        if (oldest === undefined || feedback.at > oldest.at || (await sound.count()) < most) {
          await sound.put(feedback, most);
        }
      },
    }),
  ],
  'makes room before it looks whether that is needed': [
    /takes the place of another/,
    (sound) => ({
      put: async (feedback, most) => {
        await sound.put({ ...feedback, requestId: `${feedback.requestId}~` }, Math.max(1, most));
        await sound.put(feedback, most);
      },
    }),
  ],
  'hands out what it holds': [
    /gives nothing of its own away/,
    (sound) => {
      const held = new Map<string, readonly Feedback[]>();
      return {
        list: async (query) => {
          const key = JSON.stringify(query);
          const all = held.get(key) ?? (await sound.list(query));
          held.set(key, all);
          return all;
        },
      };
    },
  ],
  'keeps what was aborted': [
    /signal that has fired/,
    (sound) => ({
      put: async (feedback, most, options) => {
        if (options?.signal?.aborted) await sound.put(feedback, most);
        return sound.put(feedback, most, options);
      },
    }),
  ],
  'answers after close': [/CLOSED after close/, (sound) => ({ count: () => sound.count().catch(() => 0) })],
  'looks first and writes after a pause': [
    /made at once/,
    (sound) => ({
      put: async (feedback, most) => {
        const before = await sound.count();
        await new Promise(setImmediate);
        await sound.put(feedback, before < most ? 1000 : most);
      },
    }),
  ],
};

describe('the feedback suite notices a driver that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rule = feedbackRules.find((one) => title.test(one.title))!;
      const sound = memoryFeedback();
      const place: FeedbackPlace = { driver: () => ({ ...sound, ...plant(sound) }), remove: async () => undefined };
      await expect(keepFeedbackRule(rule, place)).rejects.toThrow(/expected/);
    });
  }
});

test('random histories notice a driver that forgets one request when another is put (planted)', async () => {
  const sound = memoryFeedback();
  const driver: FeedbackDriver = {
    ...sound,
    put: (feedback, most) => sound.put(feedback, feedback.page === '/b' ? 1 : most),
  };
  await driver.open();
  const history = [sketchFeedback(1), sketchFeedback(2, 2, { page: '/b' })].map((feedback) => ({ feedback, most: 5 }));
  await expect(playFeedbackOperations(driver, history)).rejects.toThrow(/expected/);
  await driver.close();
});
