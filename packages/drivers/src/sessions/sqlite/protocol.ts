/** What passes between the driver and its worker: every request is answered once. Texts cross as JSON, which the driver makes and reads. */
import type { SessionCaps } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';

export interface StoredSession {
  readonly createdAt: string;
  readonly lastAccessedAt: string;
  readonly currentTurn: number;
  /** JSON of settings and metadata. */
  readonly state: string;
  /** JSON of each turn, oldest first. */
  readonly turns: readonly string[];
}

export interface TurnToStore {
  readonly sessionId: string;
  readonly number: number;
  readonly at: string;
  readonly state: string;
  readonly turn: string;
}

/** Arguments and result of every verb. */
export interface Verbs {
  read(id: string): StoredSession | undefined;
  append(given: TurnToStore, caps: SessionCaps): void;
  delete(id: string): boolean;
  deleteIdleStep(instant: string, most: number): number;
  count(): number;
  close(): void;
}

export type Verb = keyof Verbs;

export interface Request {
  readonly id: number;
  readonly verb: Verb;
  readonly args: readonly unknown[];
}

/** `id` 0 answers the opening of the file. */
export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault };
