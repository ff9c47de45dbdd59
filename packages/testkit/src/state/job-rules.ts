import type { Job, JobDriver, JobState } from '@ibid/core/types';
import { expect } from 'vitest';
import { jobIdOf, sketchJob } from './state-fixture.ts';
import type { StateRule } from './state-rule.ts';

const KEPT = 100;
const JOB_ENDS: readonly JobState[] = ['succeeded', 'partial', 'failed', 'cancelled'];

/** Adds a job and ends it. */
async function addEnded(driver: JobDriver, number: number, state: JobState = 'succeeded'): Promise<Job> {
  const ended = sketchJob(number, { state });
  expect(await driver.add(sketchJob(number))).toBeUndefined();
  expect(await driver.put(ended)).toBe(true);
  return ended;
}

export const jobRules: readonly StateRule<JobDriver>[] = [
  {
    title: 'keeps every field of a job as it was given',
    async run(driver) {
      const job = sketchJob(1, {
        request: { fresh: true, allowShrink: true },
        progress: { stage: 'pages', done: 3, total: 8 },
      });
      await driver.add(job);
      expect(await driver.get(job.id)).toEqual(job);
      const ended = sketchJob(1, {
        state: 'failed',
        startedAt: '2026-01-02T03:04:06.000Z',
        endedAt: '2026-01-02T03:05:00.000Z',
        attempts: 2,
        pages: { added: 1, changed: 2, removed: 3, unchanged: 4, failed: 5 },
        errors: [{ page: "https://docs.example/it's", stage: 'parse', error: 'ein „Fehler“ \u{1F600} \u2028 "; --\0' }],
        code: 'BUILD_HELD',
        message: 'held\nback',
      });
      expect(await driver.put(ended)).toBe(true);
      expect(await driver.get(job.id)).toEqual(ended);
      expect(await driver.list(1)).toEqual([ended]);
      expect(await driver.get(jobIdOf(2))).toBeUndefined();
    },
  },
  {
    title: 'lets nobody in while a job has not ended, and the next one after every end',
    async run(driver) {
      await driver.add(sketchJob(1));
      const running = sketchJob(1, { state: 'running', attempts: 1 });
      expect(await driver.add(sketchJob(2))).toEqual(sketchJob(1));
      await driver.put(running);
      expect(await driver.add(sketchJob(3))).toEqual(running);
      expect(await driver.list(10)).toEqual([running]);
      await driver.put({ ...running, state: 'cancelled' });
      for (const [i, state] of JOB_ENDS.entries()) await addEnded(driver, 10 + i, state);
      expect((await driver.list(10)).map(({ state }) => state)).toEqual([...JOB_ENDS.toReversed(), 'cancelled']);
    },
  },
  {
    title: 'writes nothing for one that was overtaken: the job has ended, or was begun anew',
    async run(driver) {
      await driver.add(sketchJob(1));
      expect(await driver.put(sketchJob(1, { state: 'running', attempts: 2 }))).toBe(true);
      expect(await driver.put(sketchJob(1, { state: 'succeeded', attempts: 1 }))).toBe(false);
      expect(await driver.put(sketchJob(1, { state: 'cancelled', attempts: 2 }))).toBe(true);
      expect(await driver.put(sketchJob(1, { state: 'succeeded', attempts: 3 }))).toBe(false);
      expect(await driver.get(jobIdOf(1))).toMatchObject({ state: 'cancelled', attempts: 2 });
      expect(await driver.put(sketchJob(2))).toBe(false);
    },
  },
  {
    title: 'lets in exactly one of many that come at once',
    async run(driver) {
      const outcomes = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => driver.add(sketchJob(number))));
      const [only, ...more] = await driver.list(10);
      expect(more).toEqual([]);
      expect(outcomes.filter((inWay) => inWay === undefined)).toHaveLength(1);
      for (const inWay of outcomes) if (inWay !== undefined) expect(inWay).toEqual(only);
    },
  },
  {
    title: `keeps the newest ${KEPT} jobs, newest first, and drops older ones`,
    async run(driver) {
      for (let number = 0; number < KEPT + 3; number++) await addEnded(driver, number);
      const kept = (await driver.list(2 * KEPT)).map(({ id }) => id);
      expect(kept).toEqual(Array.from({ length: KEPT }, (_, i) => jobIdOf(KEPT + 2 - i)));
      expect(await driver.get(jobIdOf(2))).toBeUndefined();
    },
  },
  {
    title: 'lets one at a time run jobs, and the next one once that one has gone',
    needs: 'locks',
    async run(driver, place) {
      const other = await place.open();
      const held = await other.jobs.lock();
      expect(await driver.lock()).toBeUndefined();
      expect(await other.jobs.lock()).toBeUndefined();
      await held!.release();
      const second = await driver.lock();
      await held!.release();
      expect(await other.jobs.lock()).toBeUndefined();
      await second!.release();
      await other[Symbol.asyncDispose]();
    },
  },
];
