import type { CallOptions } from './call-options.ts';

/** `partial`: the index is on show, but pages could not be read. */
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

/**
 * The right to write one job. Over all processes there is at most one holder, so that two servers on one job list never work on
 * the same job.
 */
export interface JobHold {
  /** Fires when another holder took the job away; nothing of this one is written any more. Does not fire for `release`. */
  readonly lost: AbortSignal;
  /** Replaces the job whole; calls take effect in their order. A job that has ended is held no more. `STORE_BUSY` when it is not held. */
  put(job: Job): Promise<void>;
  /** Leaves the job as it is to whoever takes it over next; a no-op when it is not held. */
  release(): Promise<void>;
}

/**
 * The implementer's face of the job list. Every acknowledged write is durable when `traits.durable`, and a job is read whole.
 *
 * A holder shows that it lives without help of the caller, until `release`, `close` or the end of its process. A driver whose
 * jobs outlive the process must notice holders that died without a word.
 */
export interface JobDriver {
  readonly name: string;
  readonly traits: { readonly durable: boolean };
  open(): Promise<void>;
  /** Releases what is held. */
  close(): Promise<void>;
  /**
   * Adds the job, which has not ended, unless there is one that has not ended: atomic over processes. Drops the oldest jobs
   * beyond the newest 100.
   */
  add(
    job: Job,
  ): Promise<{ readonly kind: 'added'; readonly hold: JobHold } | { readonly kind: 'in-way'; readonly job: Job }>;
  /**
   * Takes over a job that has not ended: with `'dead'` only when it has no living holder, which may take ten seconds to make
   * sure of; with `'anyone'` from whoever holds it, at once. `undefined` when that cannot be, or there is no such job.
   */
  takeOver(
    id: string,
    from: 'dead' | 'anyone',
    options?: CallOptions,
  ): Promise<{ readonly job: Job; readonly hold: JobHold } | undefined>;
  get(id: string): Promise<Job | undefined>;
  /** Newest first, in the order in which they were added; at most `limit`, from 1. */
  list(limit: number): Promise<readonly Job[]>;
}
