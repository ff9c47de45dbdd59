import { memoryState } from '@ibid/drivers/state/state';
import { setTimeout as wait } from 'node:timers/promises';
import type { IngestProgress } from '../ingest/ingest-options.ts';
import type { HeldLock } from '../types/build-lock.ts';
import type { Job, JobDriver } from '../types/job.ts';
import { createJobs, type Jobs } from './create-jobs.ts';
import type { JobOutcome } from './job-states.ts';

export const REQUEST = { fresh: false, allowShrink: false };

export function outcomeOf(changes: Partial<JobOutcome> = {}): JobOutcome {
  const pages = { found: 6, added: 1, changed: 2, removed: 3, unchanged: 3, skipped: 0, failed: 0 };
  return { status: 'complete', pages, failed: [], ...changes };
}

/** One call of the scripted run. It continues until the test ends it. */
export interface ScriptedCall {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: IngestProgress) => void;
  readonly finish: (outcome?: JobOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** A clock that only the test moves. */
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
  /** Returns the list as one server sees it. */
  readonly driver: () => JobDriver;
  /** Every stored job, in order. */
  readonly puts: Job[];
  /** Releases the lock, as if the process that holds it had died. Its run does not notice. */
  readonly orphan: () => Promise<void>;
  /** Makes the next `count` puts fail. */
  failPuts: (count: number) => void;
}

/** An in-memory list that several servers share. */
export function testList(): TestList {
  const { jobs } = memoryState();
  const puts: Job[] = [];
  let held: HeldLock | undefined;
  let failing = 0;
  return {
    puts,
    orphan: async () => held?.release(),
    failPuts: (count) => {
      failing = count;
    },
    driver: () => ({
      ...jobs,
      async lock() {
        const own = await jobs.lock();
        held = own ?? held;
        return own;
      },
      async put(job) {
        if (failing > 0) {
          failing -= 1;
          throw new Error('the disk is full');
        }
        const isKept = await jobs.put(job);
        if (isKept) puts.push(job);
        return isKept;
      },
    }),
  };
}

let lastId = 0;

export interface TestServer {
  readonly jobs: Jobs;
  /** All calls of the run so far. The test ends each by hand; an abort ends it too, unless the server is `deaf`. */
  readonly calls: readonly ScriptedCall[];
  /** Largest number of calls running at the same time. */
  readonly atOnce: () => number;
  /** Errors written to the log. */
  readonly reported: unknown[];
}

export function openServer(
  driver: JobDriver,
  options: { readonly deaf?: boolean; readonly now?: () => Date } = {},
): TestServer {
  const calls: ScriptedCall[] = [];
  const reported: unknown[] = [];
  let underWay = 0;
  let atOnce = 0;
  const jobs = createJobs({
    driver,
    async run(job, { signal, onProgress }) {
      const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
      calls.push({ job, signal, onProgress, fail: reject, finish: (outcome = outcomeOf()) => resolve(outcome) });
      if (options.deaf !== true) signal.addEventListener('abort', () => reject(signal.reason as Error));
      atOnce = Math.max(atOnce, ++underWay);
      return promise.finally(() => underWay--);
    },
    now: options.now ?? testClock().now,
    // Short interval, so that no test waits for seconds.
    sleep: (_, signal) => wait(5, undefined, { signal }),
    newId: () => `job ${++lastId}`,
    report: (error) => void reported.push(error),
  });
  return { jobs, calls, atOnce: () => atOnce, reported };
}

/** Waits long enough for pending promises and a few checks of the list. */
export async function settle(): Promise<void> {
  await wait(40);
}
