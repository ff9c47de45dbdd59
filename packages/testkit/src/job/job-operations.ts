import type { Job, JobDriver, JobHold, JobState } from '@ibid/core/types';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { JOB_ENDS, jobIdOf, sketchJob } from './job-fixture.ts';
import { naiveJobs, type NaiveHold, type NaiveJobs } from './naive-jobs.ts';

/** One step of a random history. `which` picks one of the holds given so far, or of the jobs, also those long over. */
export type JobOperation =
  | { readonly type: 'add' }
  | { readonly type: 'put'; readonly which: number; readonly state: JobState; readonly text: string }
  | { readonly type: 'release'; readonly which: number }
  | { readonly type: 'take'; readonly which: number; readonly from: 'dead' | 'anyone' }
  | { readonly type: 'reopen' };

// Mostly the newest, which are the ones that matter.
const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) });
const state = fc.constantFrom<JobState>('queued', 'running', 'running', ...JOB_ENDS);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('\0', 'a\0b', "'; --", '\u2028'));

export const arbitraryJobOperations: fc.Arbitrary<readonly JobOperation[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const) }) },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('put' as const), which, state, text }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('release' as const), which }) },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('take' as const),
        which,
        from: fc.constantFrom('dead' as const, 'anyone' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
  ),
  { maxLength: 30 },
);

interface Play {
  readonly driver: JobDriver;
  readonly model: NaiveJobs;
  /** Newest first. */
  readonly holds: { readonly real: JobHold; readonly naive: NaiveHold }[];
}

let lastNumber = 0;

/**
 * Plays a history on the driver, which is open, and on the model, comparing all that can be read after every step. Ends the
 * job that it finds first, so that many histories can follow one another.
 */
export async function playJobOperations(driver: JobDriver, operations: readonly JobOperation[]): Promise<void> {
  const [newest] = await driver.list(1);
  const left = newest && (await driver.takeOver(newest.id, 'anyone'));
  await left?.hold.put({ ...left.job, state: 'cancelled' });

  const play: Play = { driver, model: naiveJobs(), holds: [] };
  for (const operation of operations) {
    await step(play, operation);
    const { all } = play.model;
    expect((await driver.list(100)).slice(0, all.length)).toEqual(all);
    for (const job of all) expect(await driver.get(job.id)).toEqual(job);
    for (const { real, naive } of play.holds) expect(real.lost.aborted).toBe(naive.lost);
  }
}

async function step({ driver, model, holds }: Play, operation: JobOperation): Promise<void> {
  if (operation.type === 'add') {
    const job = sketchJob(++lastNumber);
    const naive = model.add(job);
    const added = await driver.add(job);
    expect(added.kind).toBe(naive === undefined ? 'in-way' : 'added');
    if (added.kind === 'in-way') expect(added.job).toEqual(model.all[0]);
    else holds.unshift({ real: added.hold, naive: naive! });
  } else if (operation.type === 'take') {
    const id = model.all[operation.which]?.id ?? jobIdOf(0);
    const naive = model.takeOver(id, operation.from);
    const taken = await driver.takeOver(id, operation.from);
    expect(taken?.job).toEqual(naive && model.all.find((job) => job.id === id));
    if (taken !== undefined) holds.unshift({ real: taken.hold, naive: naive! });
  } else if (operation.type === 'reopen') {
    model.releaseAll();
    await driver.close();
    await driver.open();
  } else {
    const hold = holds[operation.which];
    if (hold === undefined) return;
    const { real, naive } = hold;
    if (operation.type === 'release') {
      model.release(naive);
      await real.release();
    } else {
      const job: Job = { ...sketchJob(0), id: naive.id, state: operation.state, message: operation.text };
      expect(await rejection(real.put(job))).toBe(model.put(naive, job) ? 'none' : 'STORE_BUSY');
    }
  }
}
