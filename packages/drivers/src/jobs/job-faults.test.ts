import { jobRules, keepJobRule, playJobOperations, sketchJob, type JobOperation } from '@ibid/testkit';
import type { Job, JobDriver, JobHold } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import { memoryJobs } from './memory.ts';

type Plant = (sound: JobDriver) => Partial<JobDriver>;

/** A driver whose holds are changed. */
function withHolds(sound: JobDriver, change: (hold: JobHold) => Partial<JobHold>): Partial<JobDriver> {
  return {
    add: async (job) => {
      const added = await sound.add(job);
      return added.kind === 'in-way' ? added : { ...added, hold: { ...added.hold, ...change(added.hold) } };
    },
    takeOver: async (id, from) => {
      const taken = await sound.takeOver(id, from);
      return taken && { ...taken, hold: { ...taken.hold, ...change(taken.hold) } };
    },
  };
}

/** Each fault is one that a list of jobs could well have, and the rule that must notice it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'drops the errors of a job': [
    /every field/,
    (sound) => withHolds(sound, (hold) => ({ put: (job) => hold.put({ ...job, errors: [] }) })),
  ],
  'shows a job that is not there': [
    /knows no job/,
    (sound) => ({ get: async (id) => (await sound.get(id)) ?? { ...sketchJob(0), id } }),
  ],
  'shows who is in the way as it once was': [
    /says which, as it is now/,
    (sound) => {
      const first = new Map<string, Job>();
      return {
        add: async (job) => {
          const added = await sound.add(job);
          if (added.kind === 'added') first.set(job.id, job);
          return added.kind === 'added' ? added : { kind: 'in-way', job: first.get(added.job.id)! };
        },
      };
    },
  ],
  'looks before it leaps': [
    /exactly one of many that come at once/,
    (sound) => ({
      add: async (job) => {
        const [newest] = await sound.list(1);
        if (newest !== undefined) return { kind: 'in-way', job: newest };
        const added = await sound.add(job);
        return added.kind === 'added'
          ? added
          : { kind: 'added', hold: (await sound.takeOver(added.job.id, 'anyone'))!.hold };
      },
    }),
  ],
  'lets nobody in after a job that failed': [
    /after every end/,
    (sound) => ({
      add: async (job) => {
        const [newest] = await sound.list(1);
        return newest?.state === 'failed' ? { kind: 'in-way', job: newest } : sound.add(job);
      },
    }),
  ],
  'lists by the clock': [
    /order of adding/,
    (sound) => ({
      list: async (limit) =>
        (await sound.list(1000)).toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1)).slice(0, limit),
    }),
  ],
  'forgets too early': [/keeps the newest 100/, (sound) => ({ list: (limit) => sound.list(Math.min(50, limit)) })],
  'answers when it is closed': [
    /refuses calls/,
    (sound) => ({
      list: async (limit) => sound.list(limit).catch(() => []),
    }),
  ],
  'writes in any order': [
    /order of its calls/,
    (sound) =>
      withHolds(sound, (hold) => ({
        put: async (job) => {
          for (let i = job.progress.done; i < 20; i++) await Promise.resolve();
          await hold.put(job);
        },
      })),
  ],
  'wakes jobs that have ended': [
    /keeps an end as it is/,
    (sound) => ({
      takeOver: async (id, from) => {
        const job = await sound.get(id);
        if (job?.state !== 'failed') return sound.takeOver(id, from);
        return { job, hold: { lost: new AbortController().signal, put: async () => {}, release: async () => {} } };
      },
    }),
  ],
  'takes the living for dead': [
    /leaves a job to its holder/,
    (sound) => ({ takeOver: (id) => sound.takeOver(id, 'anyone') }),
  ],
  'never gives a job to another': [/gives a released job, as/, () => ({ takeOver: async () => undefined })],
  'does not tell of the loss': [
    /tells a holder whose job is taken away/,
    (sound) => withHolds(sound, () => ({ lost: new AbortController().signal })),
  ],
  'lets a former holder write': [
    /tells a holder whose job is taken away/,
    (sound) =>
      withHolds(sound, (hold) => ({
        put: async (job) => {
          await hold.put(job).catch(async () => (await sound.takeOver(job.id, 'anyone'))?.hold.put(job));
        },
      })),
  ],
  'frees the job of the next holder': [
    /give up nothing of the next/,
    (sound) => {
      const newest = new Map<string, JobHold>();
      return {
        ...withHolds(sound, () => ({ release: async () => newest.get('hold')?.release() })),
        takeOver: async (id, from) => {
          const taken = await sound.takeOver(id, from);
          if (taken !== undefined) newest.set('hold', taken.hold);
          return taken;
        },
      };
    },
  ],
  'gives a job to all who want it': [
    /exactly one of many who want it/,
    (sound) => ({ takeOver: (id, from) => sound.takeOver(id, from === 'dead' ? 'anyone' : from) }),
  ],
  'holds on over `close`': [/releases everything/, (sound) => ({ close: async () => {}, add: sound.add })],
};

describe('the job suite notices a list that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rule = jobRules.find((one) => title.test(one.title))!;
      const sound = memoryJobs();
      const faulty = { ...sound, ...plant(sound) };
      await expect(keepJobRule(rule, { driver: () => faulty, remove: async () => undefined })).rejects.toThrow(
        /expected|not to be had/,
      );
    });
  }

  test.each([
    /to another driver what was acknowledged/,
    /lets one job in over all drivers/,
    /another driver takes away/,
  ])('keeps jobs to itself (planted): %s', async (title) => {
    const rule = jobRules.find((one) => title.test(one.title))!;
    const place = { driver: memoryJobs, remove: async () => undefined };
    await expect(keepJobRule(rule, place)).rejects.toThrow(/expected|not to be had/);
  });

  test('does not listen to who gives up (planted)', async () => {
    const rule = jobRules.find((one) => one.title.endsWith('gives up'))!;
    const driver = memoryJobs();
    const place = { driver: () => ({ ...driver, close: async () => undefined }), remove: async () => undefined };
    await expect(keepJobRule(rule, place)).rejects.toThrow(/expected 'none'/);
  });

  test('differs from the model in a history (planted)', async () => {
    const history: readonly JobOperation[] = [
      { type: 'add' },
      { type: 'put', which: 0, state: 'succeeded', text: '' },
      { type: 'add' },
      { type: 'release', which: 1 },
      { type: 'take', which: 0, from: 'dead' },
    ];
    const sound = memoryJobs();
    await sound.open();
    await playJobOperations(sound, history);
    const faulty = { ...sound, takeOver: (id: string) => sound.takeOver(id, 'anyone') };
    await expect(playJobOperations(faulty, history)).rejects.toThrow(/expected/);
  });
});
