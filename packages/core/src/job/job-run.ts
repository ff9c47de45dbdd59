import type { IngestProgress } from '../ingest/ingest-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { Job, JobDriver } from '../types/job.ts';
import { begunJob, cancelledJob, failedJob, finishedJob, hasEnded, type JobOutcome } from './job-states.ts';

/** Indexes; rejects soon after the signal has fired. */
export type RunJob = (
  job: Job,
  call: { readonly signal: AbortSignal; readonly onProgress: (progress: IngestProgress) => void },
) => Promise<JobOutcome>;

/** What every run of one job list shares. */
export interface JobRunParts {
  readonly driver: JobDriver;
  readonly run: RunJob;
  readonly now: () => Date;
  /** Rejects when the signal fires. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told of everything that goes wrong, whole, for the server's log. */
  readonly report: (error: unknown, job: Job) => void;
}

/** One job in this process, by whoever holds the lock of the list. */
export interface JobRun {
  /** As it is now, which the driver learns a little later. */
  current(): Job;
  /** Ends it as cancelled unless it has come to its end already; maybe before the run has settled. */
  cancel(): Promise<Job>;
  /** Stops the run and leaves the job as it is, for a later start to go on with. */
  stop(): void;
  /** Rejects only where the end could not be kept. */
  readonly settled: Promise<void>;
}

/** A server that dies of a job must not be killed by it for ever. */
const MOST_ATTEMPTS = 5;
const PROGRESS_EVERY_MS = 500;
/** How soon a run notices that another process has ended its job. */
export const LOOK_EVERY_MS = 1000;

export function startJobRun(first: Job, parts: JobRunParts): JobRun {
  const { driver, now, sleep, report } = parts;
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new IbidError('ABORTED', 'The job was stopped.', { retryable: true }));
  const { signal } = stopped;
  let job = first;
  let ending: Promise<Job> | undefined;
  const isoNow = (): string => now().toISOString();

  /** Stops the run where the job is not ours any more: another process ended it, or began it anew. */
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
    // Also after a stop: what was published in the last moment is told as it is, unless the job has ended by then.
    await end(() => finishedJob(job, outcome, isoNow()));
  }

  /** Stops the run of a job that another process has ended. */
  async function watch(done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      try {
        await sleep(LOOK_EVERY_MS, done);
        const kept = await driver.get(job.id);
        if (kept !== undefined && hasEnded(kept) && ending === undefined) stop();
      } catch {
        // The run is done, or the list is away for a while.
      }
    }
  }

  /** Keeps each new stage at once, and what lies between twice a second. */
  function keepProgress(): (progress: IngestProgress) => void {
    let keptStage = '';
    let keptAt = Number.NEGATIVE_INFINITY;
    let writing = false;
    return ({ stage, done, total = 0 }) => {
      if (ending !== undefined) return;
      job = { ...job, progress: { stage, done, total } };
      const time = now().getTime();
      // A clock that was set back must not silence the progress.
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
