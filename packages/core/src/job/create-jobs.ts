import { IbidError } from '../types/ibid-error.ts';
import type { HeldLock } from '../types/build-lock.ts';
import type { Job, JobRequest } from '../types/job.ts';
import { cancelledJob, hasEnded, newJob } from './job-states.ts';
import { LOOK_EVERY_MS, startJobRun, type JobRun, type JobRunParts } from './job-run.ts';

export interface JobsOptions extends Omit<JobRunParts, 'report'> {
  /** UUIDs. */
  readonly newId: () => string;
  /** Told of everything that goes wrong with a job, whole, for the server's log. */
  readonly report?: (error: unknown, job: Job) => void;
}

/**
 * Indexing in the background: one job at a time over all processes that share the list, by the one that holds its lock. Whoever
 * knows of a job that has not ended, and is not run here, asks for the lock each second until it has ended: so the jobs of a
 * process that died are gone on with.
 *
 * Rejects with `CLOSED` after `close`, else with what the driver rejects with.
 */
export interface Jobs {
  /** Adds a job that runs as soon as no other runs; the one in the way when another has not ended. */
  start(request: JobRequest): Promise<{ readonly kind: 'started' | 'running'; readonly job: Job }>;
  /** With the newest progress when it runs in this process. */
  get(id: string): Promise<Job | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly Job[]>;
  /**
   * A job that has not ended ends as `cancelled`, wherever it runs; one that has is returned as it is. `undefined` when there
   * is none. Its run stops soon after; if it was just publishing, the new index may go live all the same.
   */
  cancel(id: string): Promise<Job | undefined>;
  /** Goes on with the job that has not ended, as soon as nobody else runs it, and returns it. */
  resume(): Promise<Job | undefined>;
  /** Stops the running job and leaves it to the next start. */
  close(): Promise<void>;
  /** Resolves when no job runs in this process, and none is waited for. */
  idle(): Promise<void>;
}

export function createJobs(options: JobsOptions): Jobs {
  const { driver, now, sleep, newId, report = () => undefined } = options;
  const parts: JobRunParts = { ...options, report };
  const closed = new AbortController();
  let run: JobRun | undefined;
  let working: Promise<void> | undefined;
  /** Set by who knows of a job that has not ended. */
  let wanted: Job | undefined;

  const requireOpen = (): void => {
    if (closed.signal.aborted) throw new IbidError('CLOSED', 'The server is stopping; ask again when it is back.');
  };

  function wake(job: Job): void {
    if (closed.signal.aborted) return;
    wanted = job;
    working ??= work().finally(() => (working = undefined));
  }

  async function work(): Promise<void> {
    while (wanted !== undefined && !closed.signal.aborted) {
      const job = wanted;
      wanted = undefined;
      try {
        await workAt(job);
      } catch (error) {
        if (!closed.signal.aborted) report(error, job);
      }
    }
  }

  async function workAt(job: Job): Promise<void> {
    const held = (await openJob()) && (await driver.lock());
    if (held !== undefined) {
      try {
        await runAll(held);
      } finally {
        await held.release();
      }
    } else if ((await openJob()) !== undefined) {
      // Another process has it, and may die.
      await sleep(LOOK_EVERY_MS, closed.signal);
      wanted ??= job;
    }
  }

  async function runAll({ lost }: HeldLock): Promise<void> {
    for (let job; !closed.signal.aborted && (job = await openJob()) !== undefined;) {
      if (lost.aborted) {
        wanted ??= job;
        return;
      }
      const own = (run = startJobRun(job, parts));
      lost.addEventListener('abort', own.stop);
      if (closed.signal.aborted) own.stop();
      try {
        await own.settled;
      } finally {
        lost.removeEventListener('abort', own.stop);
        run = undefined;
      }
    }
  }

  /** Nothing is added while a job has not ended, so only the newest can be one. */
  async function openJob(): Promise<Job | undefined> {
    const [newest] = await driver.list(1);
    return newest === undefined || hasEnded(newest) ? undefined : newest;
  }

  /** The job as it is now. One that nobody may be running is looked after on the way. */
  function seen(job: Job): Job {
    if (run?.current().id === job.id) return run.current();
    if (!hasEnded(job)) wake(job);
    return job;
  }

  /** `working` may be another one when the first is done. */
  async function idle(): Promise<void> {
    if (working === undefined) return;
    await working;
    await idle();
  }

  return {
    async start(request) {
      requireOpen();
      const job = newJob(newId(), request, now().toISOString());
      const inWay = await driver.add(job);
      if (inWay !== undefined) return { kind: 'running', job: seen(inWay) };
      wake(job);
      return { kind: 'started', job };
    },
    async get(id) {
      requireOpen();
      const job = await driver.get(id);
      return job && seen(job);
    },
    async list(limit) {
      requireOpen();
      return (await driver.list(limit)).map(seen);
    },
    async cancel(id) {
      requireOpen();
      if (run?.current().id === id) return run.cancel();
      for (;;) {
        const job = await driver.get(id);
        if (job === undefined || hasEnded(job)) return job;
        const cancelled = cancelledJob(job, now().toISOString());
        // One that is begun anew meanwhile is looked at again.
        if (await driver.put(cancelled)) return cancelled;
      }
    },
    async resume() {
      requireOpen();
      const job = await openJob();
      if (job === undefined || run?.current().id === job.id) return undefined;
      wake(job);
      return job;
    },
    async close() {
      closed.abort();
      run?.stop();
      await idle();
    },
    idle,
  };
}
