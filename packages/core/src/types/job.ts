import type { HeldLock } from './build-lock.ts';

/** `partial`: the index is live, but some pages could not be read. */
export type JobState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';

export interface JobRequest {
  /** Reads and embeds everything again. */
  readonly fresh: boolean;
  /** Publishes even if most pages have disappeared. */
  readonly allowShrink: boolean;
}

export interface Job {
  /** UUID. */
  readonly id: string;
  readonly state: JobState;
  readonly request: JobRequest;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** `''` until the job has started or ended, respectively. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Number of times the job was started; above 1 if the server restarted in between. */
  readonly attempts: number;
  /** `total` is 0 if unknown. */
  readonly progress: { readonly stage: string; readonly done: number; readonly total: number };
  /** All zero until the job has ended. */
  readonly pages: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
    readonly failed: number;
  };
  /** One entry for each page left out, at most 1,000. */
  readonly errors: readonly { readonly page: string; readonly stage: string; readonly error: string }[];
  /** Error code of a failed job, one of `ERROR_CODES` or `INTERNAL`; `''` otherwise. */
  readonly code: string;
  /** Human-readable error for the owner; `''` otherwise. */
  readonly message: string;
}

/** Interface for job list drivers. Every acknowledged write is durable if the database is, and a job is always read whole. */
export interface JobDriver {
  readonly name: string;
  /**
   * Takes the lock for running this list's jobs: one holder across all processes, until `release` or the end of its process. Returns
   * `undefined` while another holder has it.
   */
  lock(): Promise<HeldLock | undefined>;
  /**
   * Adds an unfinished job, unless the list already has one. Returns the existing job, or `undefined` if the new one was added. Atomic
   * across processes. Keeps only the newest 100 jobs.
   */
  add(job: Job): Promise<Job | undefined>;
  /** Replaces the whole job, unless it has ended or was started again since (more `attempts`). Returns true if it was replaced. */
  put(job: Job): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  /** Returns up to `limit` jobs (from 1), most recently added first. */
  list(limit: number): Promise<readonly Job[]>;
}
