import type { BuildLock, FeedbackDriver, JobDriver, LedgerDriver, SessionDriver } from '@ibid/core/types';

/** All stored data other than the index, opened by one process. */
export interface StateParts extends AsyncDisposable {
  readonly sessions: SessionDriver;
  readonly ledger: LedgerDriver;
  readonly jobs: JobDriver;
  readonly feedback: FeedbackDriver;
  buildLock(name: string): BuildLock;
}

/** Place where the state of one case is stored. */
export interface StatePlace {
  /** Opens the state like a new process; everything durable is shared within a place. */
  open(): Promise<StateParts>;
  /** All bytes that the place has outside memory now; `undefined` if it stores nothing outside memory by design. */
  readonly bytes: (() => Promise<Uint8Array>) | undefined;
  remove(): Promise<void>;
}

/** Abilities that a state may lack; the rules that need them are shown as skipped. */
export type StateCapability =
  /** Data outlives its process, and several processes may open it. */
  | 'durable'
  /** Locks by name work between processes. */
  | 'locks';

/** One rule of the contract; `run` rejects if it is broken. */
export interface StateRule<Part> {
  readonly title: string;
  readonly needs?: StateCapability;
  run(part: Part, place: StatePlace): Promise<void>;
}
