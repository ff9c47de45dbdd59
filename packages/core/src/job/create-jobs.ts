import { IbidError } from '../types/ibid-error.ts';
import type { HeldLock } from '../types/build-lock.ts';
import type { Job, JobRequest } from '../types/job.ts';
import { cancelledJob, hasEnded, newJob } from './job-states.ts';
import { LOOK_EVERY_MS, startJobRun, type JobRun, type JobRunParts } from './job-run.ts';

export interface JobsOptions extends Omit<JobRunParts, 'report'> {
  /** Returns a new UUID each time. */
  readonly newId: () => string;
  /** Receives every error of a job in full, for the server's log. */
  readonly report?: (error: unknown, job: Job) => void;
}

/**
 * Background indexing. Among all processes that share the list, one job runs at a time, in the process that holds the lock. A process that
 * sees an unfinished job that it does not run itself tries to get the lock every second until the job has ended. So the jobs of a crashed
 * process are continued.
 *
 * Rejects with `CLOSED` after `close`; otherwise passes on the driver's errors.
 */
export interface Jobs {
  /** Adds a job that runs as soon as no other job runs. If another job has not ended, returns that job instead (`running`). */
  start(request: JobRequest): Promise<{ readonly kind: 'started' | 'running'; readonly job: Job }>;
  /** Includes the newest progress if the job runs in this process. */
  get(id: string): Promise<Job | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly Job[]>;
  /**
   * Ends an unfinished job as `cancelled`, in whichever process it runs. Returns an ended job unchanged, and `undefined` if there is none.
   * The run stops soon after; if it was publishing at that moment, the new index may still go live.
   */
  cancel(id: string): Promise<Job | undefined>;
  /** Continues the unfinished job as soon as no other process runs it, and returns it. */
  resume(): Promise<Job | undefined>;
  /** Stops the running job and leaves it for the next start. */
  close(): Promise<void>;
  /** Resolves when no job runs in this process or is waited for. */
  idle(): Promise<void>;
}

export function createJobs(options: JobsOptions): Jobs {
  const { driver, now, sleep, newId, report = () => undefined } = options;
  const parts: JobRunParts = { ...options, report };
  const closed = new AbortController();
  let run: JobRun | undefined;
  let working: Promise<void> | undefined;
  /** The unfinished job to work on next. */
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
      // Another process runs it, and may crash.
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

  /** No job is added while another has not ended, so only the newest can be unfinished. */
  async function openJob(): Promise<Job | undefined> {
    const [newest] = await driver.list(1);
    return newest === undefined || hasEnded(newest) ? undefined : newest;
  }

  /** Returns the job's current state. If no process may be running it, also starts to watch it. */
  function seen(job: Job): Job {
    if (run?.current().id === job.id) return run.current();
    if (!hasEnded(job)) wake(job);
    return job;
  }

  /** Recursive, because `working` may be a new promise when the first has resolved. */
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
        // If the job is restarted meanwhile, read it again.
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
