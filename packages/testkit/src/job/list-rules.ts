import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { addEnded, addJob, JOB_ENDS, jobIdOf, sketchJob } from './job-fixture.ts';
import type { JobRule } from './job-rule.ts';

const KEPT = 100;

/** What can be read, and which jobs are let in. */
export const listRules: readonly JobRule[] = [
  {
    title: 'keeps every field of a job as it was given',
    async run(driver) {
      const job = sketchJob(1, {
        request: { fresh: true, allowShrink: true },
        progress: { stage: 'pages', done: 3, total: 8 },
      });
      const hold = await addJob(driver, job);
      expect(await driver.get(job.id)).toEqual(job);
      const ended = sketchJob(1, {
        state: 'failed',
        startedAt: '2026-01-02T03:04:06.000Z',
        endedAt: '2026-01-02T03:05:00.000Z',
        attempts: 2,
        progress: { stage: 'publish', done: 1, total: 1 },
        pages: { added: 1, changed: 2, removed: 3, unchanged: 4, failed: 5 },
        errors: [{ page: "https://docs.example/it's", stage: 'parse', error: 'ein „Fehler“ \u{1F600} \u2028 "; --' }],
        code: 'BUILD_HELD',
        message: 'held\nback',
      });
      await hold.put(ended);
      expect(await driver.get(job.id)).toEqual(ended);
      expect(await driver.list(1)).toEqual([ended]);
    },
  },
  {
    title: 'knows no job that was not added',
    async run(driver) {
      expect(await driver.list(10)).toEqual([]);
      await addJob(driver, sketchJob(1));
      expect(await driver.get(jobIdOf(2))).toBeUndefined();
      expect(await driver.takeOver(jobIdOf(2), 'dead')).toBeUndefined();
      expect(await driver.takeOver(jobIdOf(2), 'anyone')).toBeUndefined();
    },
  },
  {
    title: 'lets nobody in while a job has not ended, and says which, as it is now',
    async run(driver) {
      const hold = await addJob(driver, sketchJob(1));
      expect(await driver.add(sketchJob(2))).toEqual({ kind: 'in-way', job: sketchJob(1) });
      await hold.put(sketchJob(1, { state: 'running', attempts: 1 }));
      const inWay = sketchJob(1, { state: 'running', attempts: 1 });
      expect(await driver.add(sketchJob(3))).toEqual({ kind: 'in-way', job: inWay });
      expect(await driver.list(10)).toEqual([inWay]);
    },
  },
  {
    title: 'lets the next one in after every end',
    async run(driver) {
      const ended = [];
      for (const [number, state] of JOB_ENDS.entries()) ended.unshift(await addEnded(driver, number, state));
      expect(await driver.list(10)).toEqual(ended);
    },
  },
  {
    title: 'lets in exactly one of many that come at once',
    async run(driver) {
      const outcomes = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => driver.add(sketchJob(number))));
      const [only, ...more] = await driver.list(10);
      expect(more).toEqual([]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['added', ...Array(7).fill('in-way')]);
      for (const outcome of outcomes) if (outcome.kind === 'in-way') expect(outcome.job).toEqual(only);
    },
  },
  {
    title: 'lists in the order of adding, newest first, whatever the clock said',
    async run(driver) {
      const clocks = ['2026-01-03T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
      for (const [number, createdAt] of clocks.entries()) {
        const hold = await addJob(driver, sketchJob(number, { createdAt }));
        await hold.put(sketchJob(number, { createdAt, state: 'succeeded' }));
      }
      expect((await driver.list(10)).map(({ id }) => id)).toEqual([2, 1, 0].map(jobIdOf));
      expect((await driver.list(2)).map(({ id }) => id)).toEqual([2, 1].map(jobIdOf));
    },
  },
  {
    title: `keeps the newest ${KEPT} jobs and drops older ones`,
    async run(driver) {
      for (let number = 0; number < KEPT + 3; number++) await addEnded(driver, number);
      const kept = (await driver.list(2 * KEPT)).map(({ id }) => id);
      expect(kept).toEqual(Array.from({ length: KEPT }, (_, i) => jobIdOf(KEPT + 2 - i)));
      expect(await driver.get(jobIdOf(2))).toBeUndefined();
      expect((await driver.get(jobIdOf(3)))?.state).toBe('succeeded');
    },
  },
  {
    title: 'refuses calls before `open` and after `close` with CLOSED, and can be opened again',
    async run(driver, place) {
      const other = place.driver();
      if (other !== driver) expect(await rejection(other.get(jobIdOf(1)))).toBe('CLOSED');
      const hold = await addJob(driver, sketchJob(1));
      await driver.close();
      await driver.close();
      const calls = [
        () => driver.add(sketchJob(2)),
        () => driver.takeOver(jobIdOf(1), 'anyone'),
        () => driver.get(jobIdOf(1)),
        () => driver.list(1),
      ];
      for (const call of calls) expect(await rejection(call())).toBe('CLOSED');
      expect(await rejection(hold.put(sketchJob(1, { state: 'running' })))).toBe('STORE_BUSY');
      await driver.open();
      await driver.open();
      expect(await driver.get(jobIdOf(1))).toEqual(sketchJob(1));
    },
  },
  {
    title: 'shows to another driver what was acknowledged to the one before',
    needs: 'durable',
    async run(driver, place) {
      const ended = await addEnded(driver, 1);
      const hold = await addJob(driver, sketchJob(2));
      const running = sketchJob(2, { state: 'running', attempts: 1, progress: { stage: 'embed', done: 7, total: 9 } });
      await hold.put(running);
      await driver.close();
      const next = place.driver();
      await next.open();
      expect(await next.list(10)).toEqual([running, ended]);
      expect(await next.add(sketchJob(3))).toEqual({ kind: 'in-way', job: running });
      await next.close();
    },
  },
];
