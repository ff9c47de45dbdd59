/** What passes between the driver and its worker: numbered calls, worked off in order, each answered after its commit. */
import type { Feedback } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';

/** Arguments and result of every verb. */
export interface Verbs {
  put(feedback: Feedback, most: number): void;
  list(query: { readonly since: string; readonly limit: number }): readonly Feedback[];
  count(): number;
  close(): void;
}

export type Verb = keyof Verbs;

export interface Request {
  readonly id: number;
  readonly verb: Verb;
  readonly args: readonly unknown[];
}

/** Number 0 is the answer to opening the file. */
export type Response = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: Fault });
