/** What passes between the driver and its worker. Every request is answered once, in any order. */
import type { Job } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';

export interface WorkerSetup {
  readonly file: string;
  readonly beatMs: number;
  readonly patienceMs: number;
}

/** Arguments and result of every verb. A `token` stands for one hold. */
export interface Verbs {
  /** The job in the way. */
  add(job: Job, token: string): Job | undefined;
  /** Whether the hold still stood, and the job was written. */
  put(job: Job, token: string): boolean;
  takeOver(id: string, from: 'dead' | 'anyone', token: string): Job | undefined;
  release(token: string): void;
  get(id: string): Job | undefined;
  list(limit: number): readonly Job[];
  close(): void;
}

export type Verb = keyof Verbs;

/** `abort` is not answered, the request it names still is. */
export type Request =
  | { readonly id: number; readonly verb: Verb; readonly args: readonly unknown[] }
  | { readonly abort: number };

/** `id` 0 answers the opening of the file; `lost` comes unasked. */
export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault }
  | { readonly lost: string };
