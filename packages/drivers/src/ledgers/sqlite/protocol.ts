/**
 * What passes between the driver and its worker: groups of calls, one group at a time, each worked off in one transaction and
 * answered after its commit. So calls that come while the disk is busy share the next wait for it.
 */
import type { Booking, LedgerAccount, LedgerReservation, LedgerTotals } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';

export interface DeletedStep {
  readonly accounts: number;
  readonly reservations: number;
}

/** Arguments and result of every verb. */
export interface Verbs {
  reserve(reservation: LedgerReservation): string | undefined;
  settle(id: string, used: Booking): void;
  read(account: Pick<LedgerAccount, 'key' | 'day'>): LedgerTotals;
  /** At most so many accounts and so many reservations. */
  deleteStep(day: string, most: number): DeletedStep;
}

export type Verb = keyof Verbs;

export interface Call {
  readonly verb: Verb;
  readonly args: readonly unknown[];
}

/** `close` closes the file. */
export type Request = readonly Call[] | 'close';

export type Result = { readonly value: unknown } | { readonly fault: Fault };

/** Results of each call of the group, or a fault for all of them: then none was done. Opening and closing are groups of none. */
export type Response = { readonly results: readonly Result[] } | { readonly fault: Fault };
