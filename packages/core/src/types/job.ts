import type { HeldLock } from './build-lock.ts';

/** `partial`: the index is live, but pages could not be read. */
export type JobState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';

export interface JobRequest {
  /** Reads and embeds everything anew. */
  readonly fresh: boolean;
  /** Publishes even where most pages have gone. */
  readonly allowShrink: boolean;
}

export interface Job {
  /** UUID. */
  readonly id: string;
  readonly state: JobState;
  readonly request: JobRequest;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** `''` until it has begun, or ended. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** How often it was begun; above 1 when the server was restarted meanwhile. */
  readonly attempts: number;
  /** `total` is 0 while unknown. */
  readonly progress: { readonly stage: string; readonly done: number; readonly total: number };
  /** Zero until it has ended. */
  readonly pages: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
    readonly failed: number;
  };
  /** One for each page left out, at most 1,000. */
  readonly errors: readonly { readonly page: string; readonly stage: string; readonly error: string }[];
  /** Code of what ended a failed job, one of `ERROR_CODES` or `INTERNAL`; `''` otherwise. */
  readonly code: string;
  /** In words, for the owner; `''` otherwise. */
  readonly message: string;
}

/** The implementer's face of the job list. Every acknowledged write is durable where the database is, and a job is read whole. */
export interface JobDriver {
  readonly name: string;
  /**
   * The right to run the jobs of this list: one holder over all processes, until `release` or the end of its process.
   * `undefined` while another has it.
   */
  lock(): Promise<HeldLock | undefined>;
  /**
   * Adds the job, which has not ended, unless there is one that has not ended: that one, or `undefined` when it was added.
   * Atomic over processes. Drops the oldest jobs beyond the newest 100.
   */
  add(job: Job): Promise<Job | undefined>;
  /** Replaces the job whole, unless it has ended or was begun anew since (more `attempts`); whether it did. */
  put(job: Job): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  /** Newest first, in the order in which they were added; at most `limit`, from 1. */
  list(limit: number): Promise<readonly Job[]>;
}
