import type { IngestProgress } from '../ingest/ingest-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { Job, JobHold } from '../types/job.ts';
import { begunJob, cancelledJob, failedJob, finishedJob, type JobOutcome } from './job-states.ts';

/** Indexes; rejects soon after the signal has fired. */
export type RunJob = (
  job: Job,
  call: { readonly signal: AbortSignal; readonly onProgress: (progress: IngestProgress) => void },
) => Promise<JobOutcome>;

/** What every run of one job list shares. */
export interface JobRunParts {
  readonly run: RunJob;
  readonly now: () => Date;
  /** Told of everything that goes wrong, whole, for the server's log. */
  readonly report: (error: unknown, job: Job) => void;
}

/** One job in this process, from the moment it is held until its run has settled. */
export interface JobRun {
  /** As it is now, which the driver learns a little later. */
  current(): Job;
  /** `false` once another holder has taken it away. */
  isHeld(): boolean;
  /** Ends it as cancelled unless it has come to its end already. Resolves once that is kept, maybe before the run has settled. */
  cancel(): Promise<Job>;
  /** Stops the run and leaves the job as it is, for a later start to go on with. */
  stop(): void;
  /** Never rejects. */
  readonly settled: Promise<void>;
}

/** A server that dies of a job must not be killed by it for ever. */
const MOST_ATTEMPTS = 5;
const PROGRESS_EVERY_MS = 500;

/** Begins once `after` has resolved. */
export function startJobRun(first: Job, hold: JobHold, after: Promise<void>, parts: JobRunParts): JobRun {
  const { now, report } = parts;
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new IbidError('ABORTED', 'The job was stopped.', { retryable: true }));
  const { signal } = stopped;
  let job = first;
  let ending: Promise<Job> | undefined;

  if (hold.lost.aborted) stop();
  else hold.lost.addEventListener('abort', stop, { once: true });

  const end = (ended: () => Job): Promise<Job> => {
    const keep = async (): Promise<Job> => {
      const last = ended();
      await hold.put(last);
      return (job = last);
    };
    return (ending ??= keep());
  };
  const isoNow = (): string => now().toISOString();

  async function work(): Promise<void> {
    await after;
    if (signal.aborted) return;
    if (job.attempts >= MOST_ATTEMPTS) {
      await end(() => failedJob(job, wornOut(), isoNow()));
      return;
    }
    job = begunJob(job, isoNow());
    await hold.put(job);
    if (signal.aborted) return;
    let outcome: JobOutcome;
    try {
      outcome = await parts.run(job, { signal, onProgress: keepProgress() });
    } catch (error) {
      if (signal.aborted) return;
      report(error, job);
      await end(() => failedJob(job, error, isoNow()));
      return;
    }
    // Also after a stop: what was published in the last moment is told as it is, unless the job has ended by then.
    await end(() => finishedJob(job, outcome, isoNow()));
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
      hold
        .put(job)
        .catch((error: unknown) => {
          if (!signal.aborted) report(error, job);
        })
        .finally(() => {
          writing = false;
        });
    };
  }

  const settled = work()
    .catch((error: unknown) => {
      // Another holder has the job; what became of it is theirs to tell.
      if (!hold.lost.aborted) report(error, job);
    })
    .then(() => hold.release())
    .catch((error: unknown) => report(error, job))
    .finally(() => hold.lost.removeEventListener('abort', stop));

  return {
    current: () => job,
    isHeld: () => !hold.lost.aborted,
    cancel: () => {
      const cancelled = end(() => cancelledJob(job, isoNow()));
      stop();
      return cancelled;
    },
    stop,
    settled,
  };
}

function wornOut(): IbidError {
  return new IbidError(
    'ABORTED',
    `The server ended ${MOST_ATTEMPTS} times before this job was done. See in its log why, then start the job again.`,
  );
}
