import { memoryJobs } from '@ibid/drivers/jobs/memory';
import type { IngestProgress } from '../ingest/ingest-options.ts';
import type { Job, JobDriver, JobHold } from '../types/job.ts';
import { createJobs, type Jobs } from './create-jobs.ts';
import type { RunJob } from './job-run.ts';
import type { JobOutcome } from './job-states.ts';

export const REQUEST = { fresh: false, allowShrink: false };

export function outcomeOf(changes: Partial<JobOutcome> = {}): JobOutcome {
  const pages = { found: 6, added: 1, changed: 2, removed: 3, unchanged: 3, skipped: 0, failed: 0 };
  return { status: 'complete', pages, failed: [], ...changes };
}

/** One call of the scripted run, which goes on until the test ends it. */
export interface ScriptedCall {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: IngestProgress) => void;
  readonly finish: (outcome?: JobOutcome) => void;
  readonly fail: (error: unknown) => void;
}

export interface ScriptedRun {
  readonly run: RunJob;
  /** Every call so far. */
  readonly calls: readonly ScriptedCall[];
  /** Most calls that were under way at once. */
  readonly atOnce: () => number;
}

/** A run that the test ends by hand; a stop ends it too, unless it is `deaf`. */
export function scriptedRun(options: { readonly deaf?: boolean } = {}): ScriptedRun {
  const calls: ScriptedCall[] = [];
  let underWay = 0;
  let atOnce = 0;
  return {
    calls,
    atOnce: () => atOnce,
    async run(job, { signal, onProgress }) {
      const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
      calls.push({ job, signal, onProgress, fail: reject, finish: (outcome = outcomeOf()) => resolve(outcome) });
      if (options.deaf !== true) signal.addEventListener('abort', () => reject(signal.reason as Error));
      atOnce = Math.max(atOnce, ++underWay);
      return promise.finally(() => underWay--);
    },
  };
}

/** A clock that stands still until the test moves it. */
export function testClock(): { readonly now: () => Date; move: (milliseconds: number) => void } {
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  return {
    now: () => new Date(time),
    move: (milliseconds) => {
      time += milliseconds;
    },
  };
}

export interface TestList {
  /** The list as one server sees it; closing it leaves the list to others. */
  readonly driver: () => JobDriver;
  /** Every job that was put, in order. */
  readonly puts: Job[];
  /** Gives everything that is held free, as if all processes had died. */
  readonly orphan: () => Promise<void>;
  /** The next so many puts fail. */
  failPuts: (count: number) => void;
}

/** A list in memory that several servers share. */
export async function testList(): Promise<TestList> {
  const shared = memoryJobs();
  await shared.open();
  const puts: Job[] = [];
  const holds: JobHold[] = [];
  let failing = 0;
  function watched(hold: JobHold): JobHold {
    holds.push(hold);
    return {
      ...hold,
      async put(job) {
        if (failing > 0) {
          failing -= 1;
          throw new Error('the disk is full');
        }
        await hold.put(job);
        puts.push(job);
      },
    };
  }
  return {
    puts,
    async orphan() {
      for (const hold of holds.splice(0)) await hold.release();
    },
    failPuts: (count) => {
      failing = count;
    },
    driver: () => ({
      ...shared,
      open: async () => undefined,
      close: async () => undefined,
      async add(job) {
        const added = await shared.add(job);
        return added.kind === 'in-way' ? added : { ...added, hold: watched(added.hold) };
      },
      async takeOver(id, from) {
        const taken = await shared.takeOver(id, from);
        return taken && { ...taken, hold: watched(taken.hold) };
      },
    }),
  };
}

let lastId = 0;

export interface TestServer extends ScriptedRun {
  readonly jobs: Jobs;
  /** What the log was told. */
  readonly reported: unknown[];
}

export async function openServer(
  driver: JobDriver,
  options: { readonly deaf?: boolean; readonly now?: () => Date } = {},
): Promise<TestServer> {
  const scripted = scriptedRun(options);
  const reported: unknown[] = [];
  const jobs = await createJobs({
    driver,
    run: scripted.run,
    now: options.now ?? testClock().now,
    newId: () => `job ${++lastId}`,
    report: (error) => void reported.push(error),
  });
  return { ...scripted, jobs, reported };
}

/** Lets everything happen that waits for nothing but promises. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
