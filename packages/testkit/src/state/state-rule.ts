import type { BuildLock, FeedbackDriver, JobDriver, LedgerDriver, SessionDriver } from '@ibid/core/types';

/** All that is kept besides the index, as one process has it open. */
export interface StateParts extends AsyncDisposable {
  readonly sessions: SessionDriver;
  readonly ledger: LedgerDriver;
  readonly jobs: JobDriver;
  readonly feedback: FeedbackDriver;
  buildLock(name: string): BuildLock;
}

/** Where the state of one case is kept. */
export interface StatePlace {
  /** As a process opens it; what is durable is the same for all of a place. */
  open(): Promise<StateParts>;
  /** All bytes that the place holds outside memory now; `undefined` where there are none by design. */
  readonly bytes: (() => Promise<Uint8Array>) | undefined;
  remove(): Promise<void>;
}

/** What a state may honestly lack; a rule that needs it is then shown as skipped. */
export type StateCapability =
  /** It outlives its process, and several may have it open. */
  | 'durable'
  /** Processes can be kept apart by name. */
  | 'locks';

/** One promise of the state; `run` rejects when it is broken. */
export interface StateRule<Part> {
  readonly title: string;
  readonly needs?: StateCapability;
  run(part: Part, place: StatePlace): Promise<void>;
}
