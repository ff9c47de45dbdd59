import type { JobDriver, JobHold } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { addEnded, addJob, JOB_ENDS, jobIdOf, expectLoss, sketchJob } from './job-fixture.ts';
import type { JobRule } from './job-rule.ts';

const RUNNING = sketchJob(1, { state: 'running', attempts: 1 });

async function take(driver: JobDriver, from: 'dead' | 'anyone'): Promise<JobHold> {
  const taken = await driver.takeOver(jobIdOf(1), from);
  if (taken === undefined) return expect.unreachable('the job was not to be had');
  return taken.hold;
}

/** Opens a second driver on the list for the time of `work`. */
async function withOther(other: JobDriver, work: () => Promise<void>): Promise<void> {
  await other.open();
  try {
    await work();
  } finally {
    await other.close();
  }
}

/** Who may write a job. */
export const holdRules: readonly JobRule[] = [
  {
    title: 'writes for the holder, in the order of its calls',
    async run(driver) {
      const hold = await addJob(driver, sketchJob(1));
      const steps = Array.from({ length: 20 }, (_, done) =>
        sketchJob(1, { state: 'running', progress: { stage: 'pages', done, total: 20 } }),
      );
      await Promise.all(steps.map((step) => hold.put(step)));
      expect(await driver.get(jobIdOf(1))).toEqual(steps.at(-1));
    },
  },
  {
    title: 'keeps an end as it is: nobody holds or takes over a job that has ended',
    async run(driver) {
      for (const [number, state] of JOB_ENDS.entries()) {
        const hold = await addJob(driver, sketchJob(number));
        const ended = sketchJob(number, { state });
        await hold.put(ended);
        expect(await rejection(hold.put(sketchJob(number, { state: 'running' })))).toBe('STORE_BUSY');
        expect(await driver.takeOver(jobIdOf(number), 'dead')).toBeUndefined();
        expect(await driver.takeOver(jobIdOf(number), 'anyone')).toBeUndefined();
        await hold.release();
        expect(hold.lost.aborted).toBe(false);
        expect(await driver.get(jobIdOf(number))).toEqual(ended);
      }
    },
  },
  {
    title: 'leaves a job to its holder while it lives',
    async run(driver) {
      const hold = await addJob(driver, sketchJob(1));
      expect(await driver.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
      await hold.put(RUNNING);
      expect([await driver.get(jobIdOf(1)), hold.lost.aborted]).toEqual([RUNNING, false]);
    },
  },
  {
    title: 'gives a released job, as it was left, to the next who wants it',
    async run(driver) {
      const first = await addJob(driver, sketchJob(1));
      await first.put(RUNNING);
      await first.release();
      await first.release();
      expect(await driver.add(sketchJob(2))).toEqual({ kind: 'in-way', job: RUNNING });
      const taken = await driver.takeOver(jobIdOf(1), 'dead');
      expect(taken?.job).toEqual(RUNNING);
      expect(await rejection(first.put(sketchJob(1)))).toBe('STORE_BUSY');
      await taken?.hold.put(sketchJob(1, { state: 'succeeded' }));
      expect([(await driver.get(jobIdOf(1)))?.state, first.lost.aborted]).toEqual(['succeeded', false]);
    },
  },
  {
    title: 'tells a holder whose job is taken away, and writes nothing of it any more',
    async run(driver) {
      const first = await addJob(driver, sketchJob(1));
      const second = await take(driver, 'anyone');
      await expectLoss(first);
      expect(await rejection(first.put(RUNNING))).toBe('STORE_BUSY');
      expect(await driver.get(jobIdOf(1))).toEqual(sketchJob(1));
      await second.put(RUNNING);
      expect([await driver.get(jobIdOf(1)), second.lost.aborted]).toEqual([RUNNING, false]);
    },
  },
  {
    title: 'lets a former holder give up nothing of the next',
    async run(driver) {
      const first = await addJob(driver, sketchJob(1));
      const second = await take(driver, 'anyone');
      await first.release();
      expect(await driver.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
      await second.put(RUNNING);
      expect(await driver.get(jobIdOf(1))).toEqual(RUNNING);
    },
  },
  {
    title: 'gives a released job to exactly one of many who want it',
    async run(driver) {
      await (await addJob(driver, sketchJob(1))).release();
      const taken = await Promise.all([1, 2, 3, 4, 5, 6].map(() => driver.takeOver(jobIdOf(1), 'dead')));
      expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
    },
  },
  {
    title: 'releases everything on `close`',
    async run(driver) {
      await addEnded(driver, 0);
      const hold = await addJob(driver, sketchJob(1));
      await hold.put(RUNNING);
      await driver.close();
      await driver.open();
      expect((await driver.takeOver(jobIdOf(1), 'dead'))?.job).toEqual(RUNNING);
      expect(hold.lost.aborted).toBe(false);
    },
  },
  {
    title: 'lets one job in over all drivers, and leaves it to its holder while that lives',
    needs: 'shared',
    async run(driver, place) {
      const other = place.driver();
      await withOther(other, async () => {
        const hold = await addJob(driver, sketchJob(1));
        expect(await other.add(sketchJob(2))).toEqual({ kind: 'in-way', job: sketchJob(1) });
        expect(await other.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
        await hold.put(RUNNING);
        expect(await other.get(jobIdOf(1))).toEqual(RUNNING);
      });
    },
  },
  {
    title: 'tells a holder whose job another driver takes away',
    needs: 'shared',
    async run(driver, place) {
      const other = place.driver();
      await withOther(other, async () => {
        const first = await addJob(driver, sketchJob(1));
        const second = await take(other, 'anyone');
        await expectLoss(first);
        await second.put(sketchJob(1, { state: 'cancelled' }));
        expect(await rejection(first.put(RUNNING))).toBe('STORE_BUSY');
        expect((await driver.get(jobIdOf(1)))?.state).toBe('cancelled');
        await addJob(driver, sketchJob(2));
      });
    },
  },
  {
    title: 'ends the watching of a holder when its caller gives up',
    needs: 'shared',
    async run(driver, place) {
      await addJob(driver, sketchJob(1));
      const other = place.driver();
      await withOther(other, async () => {
        const signal = AbortSignal.abort();
        expect(await rejection(other.takeOver(jobIdOf(1), 'dead', { signal }))).toBe('ABORTED');
      });
    },
  },
];
