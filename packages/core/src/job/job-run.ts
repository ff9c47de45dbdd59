import type { IngestProgress } from '../ingest/ingest-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { Job, JobDriver } from '../types/job.ts';
import { begunJob, cancelledJob, failedJob, finishedJob, hasEnded, type JobOutcome } from './job-states.ts';

/** Runs the indexing; must reject soon after the signal aborts. */
export type RunJob = (
  job: Job,
  call: { readonly signal: AbortSignal; readonly onProgress: (progress: IngestProgress) => void },
) => Promise<JobOutcome>;

/** Dependencies shared by all runs of one job list. */
export interface JobRunParts {
  readonly driver: JobDriver;
  readonly run: RunJob;
  readonly now: () => Date;
  /** Rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Receives every error in full, for the server's log. */
  readonly report: (error: unknown, job: Job) => void;
}

/** A job running in this process, which holds the lock of the list. */
export interface JobRun {
  /** Current state; the driver receives it a little later. */
  current(): Job;
  /** Ends the job as cancelled unless it has ended already. May resolve before the run has settled. */
  cancel(): Promise<Job>;
  /** Stops the run and leaves the job unchanged, so that a later start continues it. */
  stop(): void;
  /** Rejects only if the end of the job could not be stored. */
  readonly settled: Promise<void>;
}

/** Limit for jobs that crash the server, so that they are not retried for ever. */
const MOST_ATTEMPTS = 5;
const PROGRESS_EVERY_MS = 500;
/** Interval for checking whether another process has ended the job. */
export const LOOK_EVERY_MS = 1000;

export function startJobRun(first: Job, parts: JobRunParts): JobRun {
  const { driver, now, sleep, report } = parts;
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new IbidError('ABORTED', 'The job was stopped.', { retryable: true }));
  const { signal } = stopped;
  let job = first;
  let ending: Promise<Job> | undefined;
  const isoNow = (): string => now().toISOString();

  /** Stores the job. Stops the run if this process no longer owns the job: another process ended or restarted it. */
  const keep = async (next: Job): Promise<boolean> => {
    const isKept = await driver.put(next);
    if (!isKept) stop();
    return isKept;
  };
  const end = (ended: () => Job): Promise<Job> => {
    const keepEnd = async (): Promise<Job> => {
      const last = ended();
      job = (await keep(last)) ? last : ((await driver.get(job.id)) ?? last);
      return job;
    };
    return (ending ??= keepEnd());
  };

  async function work(): Promise<void> {
    if (job.attempts >= MOST_ATTEMPTS) {
      await end(() => failedJob(job, wornOut(), isoNow()));
      return;
    }
    job = begunJob(job, isoNow());
    await keep(job);
    if (signal.aborted) return;
    let outcome: JobOutcome;
    const done = new AbortController();
    void watch(done.signal);
    try {
      outcome = await parts.run(job, { signal, onProgress: keepProgress() });
    } catch (error) {
      if (signal.aborted) return;
      report(error, job);
      await end(() => failedJob(job, error, isoNow()));
      return;
    } finally {
      done.abort();
    }
    // Also after a stop: if the index was published at the last moment, report that, unless the job has ended already.
    await end(() => finishedJob(job, outcome, isoNow()));
  }

  /** Stops the run if another process has ended the job. */
  async function watch(done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      try {
        await sleep(LOOK_EVERY_MS, done);
        const kept = await driver.get(job.id);
        if (kept !== undefined && hasEnded(kept) && ending === undefined) stop();
      } catch {
        // The run has ended, or the list is temporarily unavailable.
      }
    }
  }

  /** Stores each new stage at once, and progress within a stage twice a second. */
  function keepProgress(): (progress: IngestProgress) => void {
    let keptStage = '';
    let keptAt = Number.NEGATIVE_INFINITY;
    let writing = false;
    return ({ stage, done, total = 0 }) => {
      if (ending !== undefined) return;
      job = { ...job, progress: { stage, done, total } };
      const time = now().getTime();
      // A clock that is set back must not stop the progress reports.
      const isDue = stage !== keptStage || time - keptAt >= PROGRESS_EVERY_MS || time < keptAt;
      if (!isDue || writing) return;
      [keptStage, keptAt, writing] = [stage, time, true];
      keep(job)
        .catch((error: unknown) => {
          if (!signal.aborted) report(error, job);
        })
        .finally(() => {
          writing = false;
        });
    };
  }

  return {
    current: () => job,
    cancel: () => {
      const cancelled = end(() => cancelledJob(job, isoNow()));
      stop();
      return cancelled;
    },
    stop,
    settled: work(),
  };
}

function wornOut(): IbidError {
  return new IbidError(
    'ABORTED',
    `The server ended ${MOST_ATTEMPTS} times before this job was done. See in its log why, then start the job again.`,
  );
}
