import { IbidError } from '../types/ibid-error.ts';
import type { Job, JobDriver, JobHold, JobRequest } from '../types/job.ts';
import { cancelledJob, hasEnded, newJob } from './job-states.ts';
import { startJobRun, type JobRun, type JobRunParts, type RunJob } from './job-run.ts';

export interface JobsOptions {
  readonly driver: JobDriver;
  readonly run: RunJob;
  readonly now: () => Date;
  /** UUIDs. */
  readonly newId: () => string;
  /** Told of everything that goes wrong with a job, whole, for the server's log. */
  readonly report?: (error: unknown, job: Job) => void;
}

/**
 * Indexing in the background: one job at a time over all processes that share the list. A job whose process has died is gone on
 * with by the first of the others that looks at it, or by the next start.
 *
 * Rejects with `CLOSED` after `close`, else with what the driver rejects with.
 */
export interface Jobs {
  /** Adds a job that runs as soon as this process has none; the one in the way when another has not ended. */
  start(request: JobRequest): Promise<{ readonly kind: 'started' | 'running'; readonly job: Job }>;
  /** With the newest progress when it runs in this process. */
  get(id: string): Promise<Job | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly Job[]>;
  /**
   * A job that has not ended ends as `cancelled`, wherever it runs; one that has is returned as it is. `undefined` when there
   * is none. Its run stops soon after; if it was just publishing, the new index may come on show all the same.
   */
  cancel(id: string): Promise<Job | undefined>;
  /** Goes on with a job that an earlier process left behind, and returns it. May take ten seconds to make sure that it is left. */
  resume(): Promise<Job | undefined>;
  /** Stops the running job and leaves it to the next start. Closes the driver. */
  close(): Promise<void>;
  /** Resolves when no job runs in this process. */
  idle(): Promise<void>;
}

/** Opens the driver and takes it over. */
export async function createJobs(options: JobsOptions): Promise<Jobs> {
  const { driver, run, now, newId, report = () => undefined } = options;
  const parts: JobRunParts = { run, now, report };
  const runs = new Map<string, JobRun>();
  const adoptions = new Map<string, Promise<Job | undefined>>();
  const closed = new AbortController();
  let closing: Promise<void> | undefined;
  let queue = Promise.resolve();

  await driver.open();

  const requireOpen = (): void => {
    if (closing !== undefined) throw new IbidError('CLOSED', 'The server is stopping; ask again when it is back.');
  };

  function launch(job: Job, hold: JobHold): Job {
    const jobRun = startJobRun(job, hold, queue, parts);
    if (closing !== undefined) jobRun.stop();
    runs.set(job.id, jobRun);
    queue = jobRun.settled.finally(() => {
      if (runs.get(job.id) === jobRun) runs.delete(job.id);
    });
    return job;
  }

  /** Goes on with a job whose holder has died; looks once at a time. */
  function adopt(id: string): Promise<Job | undefined> {
    const underWay = adoptions.get(id);
    if (underWay !== undefined) return underWay;
    const look = async (): Promise<Job | undefined> => {
      try {
        const taken = await driver.takeOver(id, 'dead', { signal: closed.signal });
        return taken && launch(taken.job, taken.hold);
      } catch (error) {
        if (closed.signal.aborted) return undefined;
        throw error;
      }
    };
    const adoption = look().finally(() => adoptions.delete(id));
    adoptions.set(id, adoption);
    return adoption;
  }

  function runHere(id: string): JobRun | undefined {
    const jobRun = runs.get(id);
    return jobRun?.isHeld() === true ? jobRun : undefined;
  }

  /** The job as it is now. One that has lost its process is adopted on the way. */
  function seen(job: Job): Job {
    const here = runHere(job.id);
    if (here !== undefined) return here.current();
    if (!hasEnded(job) && closing === undefined) adopt(job.id).catch((error: unknown) => report(error, job));
    return job;
  }

  async function idle(): Promise<void> {
    while (runs.size + adoptions.size > 0) {
      await Promise.allSettled([queue, ...adoptions.values()]);
    }
  }

  return {
    async start(request) {
      requireOpen();
      const job = newJob(newId(), request, now().toISOString());
      const added = await driver.add(job);
      if (added.kind === 'in-way') return { kind: 'running', job: seen(added.job) };
      return { kind: 'started', job: launch(job, added.hold) };
    },

    async get(id) {
      requireOpen();
      const job = runHere(id)?.current() ?? (await driver.get(id));
      return job && seen(job);
    },

    async list(limit) {
      requireOpen();
      return (await driver.list(limit)).map(seen);
    },

    async cancel(id) {
      requireOpen();
      const here = runHere(id);
      try {
        if (here !== undefined) return await here.cancel();
      } catch (error) {
        if (here?.isHeld() === true) throw error;
      }
      const taken = await driver.takeOver(id, 'anyone');
      if (taken === undefined) return driver.get(id);
      const job = cancelledJob(taken.job, now().toISOString());
      try {
        await taken.hold.put(job);
      } finally {
        await taken.hold.release();
      }
      return job;
    },

    async resume() {
      requireOpen();
      // Nothing is added while a job has not ended, so only the newest can be one.
      const [newest] = await driver.list(1);
      if (closing !== undefined) return undefined;
      return newest === undefined || hasEnded(newest) || runHere(newest.id) !== undefined
        ? undefined
        : adopt(newest.id);
    },

    close: () =>
      (closing ??= (async () => {
        closed.abort();
        for (const jobRun of runs.values()) jobRun.stop();
        await idle();
        await driver.close();
      })()),

    idle,
  };
}
