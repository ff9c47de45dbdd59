import type { Feedback, FeedbackDriver } from '@ibid/core/types';
import { expect } from 'vitest';
import { ANY_NUMBER, instantOf, sketchFeedback } from './state-fixture.ts';
import type { StateRule } from './state-rule.ts';

const ALL = { since: '', limit: ANY_NUMBER };

async function putAll(driver: FeedbackDriver, all: readonly Feedback[], most = ANY_NUMBER): Promise<void> {
  for (const one of all) await driver.put(one, most);
}

/** Numbers of the requests with stored feedback, newest first. */
async function keptRequests(driver: FeedbackDriver, since = ''): Promise<readonly number[]> {
  const all = await driver.list({ since, limit: ANY_NUMBER });
  return all.map(({ requestId }) => Number.parseInt(requestId.slice(-12), 16));
}

/** All rules of the contract, so that they can also be tested on a faulty driver. */
export const feedbackRules: readonly StateRule<FeedbackDriver>[] = [
  {
    title: 'holds nothing at first',
    async run(driver) {
      expect(await driver.list(ALL)).toEqual([]);
      expect(await driver.count()).toBe(0);
    },
  },
  {
    title: 'gives back every field exactly as it was put',
    async run(driver) {
      const note = 'It says "5 V", but \n\r\t — 日本 🦜 \u202E\u0007 \'; DROP TABLE feedback; --';
      const full = sketchFeedback(1, 2, {
        reasons: ['wrong', 'not-found', 'other'],
        note,
        question: `Why? ${note}`,
        page: '/ur/گائیڈ/a b',
        generation: Number.MAX_SAFE_INTEGER,
      });
      await putAll(driver, [sketchFeedback(2, 1), full]);
      expect(await driver.list(ALL)).toEqual([full, sketchFeedback(2, 1)]);
    },
  },
  {
    title: 'lists the newest first, and of one instant the one that was put last',
    async run(driver) {
      await putAll(driver, [sketchFeedback(1, 5), sketchFeedback(2, 9), sketchFeedback(3, 5), sketchFeedback(4, 1)]);
      expect(await keptRequests(driver)).toEqual([2, 3, 1, 4]);
    },
  },
  {
    title: 'lists at most as many as are wanted, and none from before',
    async run(driver) {
      await putAll(
        driver,
        [1, 2, 3, 4, 5].map((number) => sketchFeedback(number)),
      );
      expect((await driver.list({ since: '', limit: 2 })).map(({ at }) => at)).toEqual([5, 4].map(instantOf));
      expect(await keptRequests(driver, instantOf(4))).toEqual([5, 4]);
      expect(await keptRequests(driver, instantOf(6))).toEqual([]);
      expect(await driver.list({ since: instantOf(2), limit: 1 })).toEqual([sketchFeedback(5)]);
    },
  },
  {
    title: 'keeps one verdict for each request: the newest, whole, in the place that its time gives it',
    async run(driver) {
      await putAll(driver, [
        sketchFeedback(1, 1, { verdict: 'down', reasons: ['wrong'], note: 'No.', page: '/a' }),
        sketchFeedback(2, 2),
        sketchFeedback(1, 3, { verdict: 'up', page: '' }),
      ]);
      expect(await driver.list(ALL)).toEqual([sketchFeedback(1, 3, { verdict: 'up', page: '' }), sketchFeedback(2)]);
      expect(await driver.count()).toBe(2);
      await driver.put(sketchFeedback(2, 3), ANY_NUMBER);
      expect(await keptRequests(driver)).toEqual([2, 1]);
    },
  },
  {
    title: 'drops the oldest beyond the cap, and never what was just put',
    async run(driver) {
      await putAll(
        driver,
        [1, 2, 3, 4].map((number) => sketchFeedback(number)),
      );
      await driver.put(sketchFeedback(5), 3);
      expect(await keptRequests(driver)).toEqual([5, 4, 3]);
      // The clock was set back.
      await driver.put(sketchFeedback(6, 0), 3);
      expect(await keptRequests(driver)).toEqual([5, 4, 6]);
      await driver.put(sketchFeedback(7, 0), 1);
      expect(await keptRequests(driver)).toEqual([7]);
      expect(await driver.count()).toBe(1);
    },
  },
  {
    title: 'drops of one instant the one that was put first',
    async run(driver) {
      await putAll(driver, [sketchFeedback(1, 5), sketchFeedback(2, 5), sketchFeedback(1, 5)]);
      await driver.put(sketchFeedback(3, 6), 2);
      expect(await keptRequests(driver)).toEqual([3, 1]);
    },
  },
  {
    title: 'drops nothing for a verdict that takes the place of another',
    async run(driver) {
      await putAll(
        driver,
        [1, 2, 3].map((number) => sketchFeedback(number)),
        3,
      );
      await driver.put(sketchFeedback(2, 9, { note: 'again' }), 3);
      expect(await keptRequests(driver)).toEqual([2, 3, 1]);
    },
  },
  {
    title: 'keeps nothing of its callers alive, and gives nothing of its own away',
    async run(driver) {
      const reasons: Feedback['reasons'][number][] = ['wrong'];
      await driver.put(sketchFeedback(1, 1, { reasons }), ANY_NUMBER);
      reasons.push('other');
      const [first] = await driver.list(ALL);
      (first!.reasons as string[]).push('outdated');
      expect(await driver.list(ALL)).toEqual([sketchFeedback(1, 1, { reasons: ['wrong'] })]);
    },
  },
  {
    title: 'shares its cap and its requests with another process',
    needs: 'durable',
    async run(driver, place) {
      await using other = await place.open();
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => [driver, other.feedback][i % 2]!.put(sketchFeedback(i % 60, i), 10)),
      );
      const kept = await keptRequests(driver);
      expect([kept.length, new Set(kept).size]).toEqual([10, 10]);
      expect(await keptRequests(other.feedback)).toEqual(kept);
      // The insertion order continues correctly.
      await driver.put(sketchFeedback(98, 1000), 10);
      await other.feedback.put(sketchFeedback(99, 1000), 10);
      expect((await keptRequests(driver)).slice(0, 2)).toEqual([99, 98]);
    },
  },
];
