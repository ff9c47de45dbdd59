/**
 * The ledger in PostgreSQL (`postgres/migrations.ts`), whose caps hold over all replicas. Calls that come while others are on their
 * way go together in the next statement, so that the sum of all, which every call writes, is written once for many.
 *
 * An answer that is lost on its way leaves it open whether a reservation was booked; it is then taken back before `reserve` rejects.
 * Where the server stays away for longer than a caller may wait, that goes on in the background; it stays booked only if this process
 * ends before, as when it had died during the call.
 */
import { IbidError } from '@ibid/core';
import type { LedgerDriver, LedgerReservation } from '@ibid/core/types';
import type { Postgres } from '../postgres/postgres.ts';
import { sharedDriver } from '../postgres/shared-driver.ts';
import { callLine } from './postgres/call-line.ts';
import { givingUp, type GivingUp } from './postgres/give-up.ts';
import {
  deleteStep,
  readTotals,
  reserveAll,
  settleAll,
  type Settlement,
  type Verdict,
} from './postgres/ledger-statements.ts';
import { LEDGER_MIGRATIONS } from './postgres/migrations.ts';

export interface PostgresLedgerOptions {
  /** Stays open after the driver. */
  readonly postgres: Postgres;
  /** Longest that a call whose answer was lost waits until it is taken back, in milliseconds; default 5,000. */
  readonly patienceMs?: number;
}

const DELETE_STEP = 500;

export function postgresLedger({ postgres, patienceMs = 5000 }: PostgresLedgerOptions): LedgerDriver {
  const shared = sharedDriver({ postgres, kind: 'ledger', migrations: LEDGER_MIGRATIONS });
  const reserving = callLine<LedgerReservation, Verdict>({
    verb: 'reserve',
    send: (group) => reserveAll(postgres, group),
  });
  const settling = callLine<Settlement, void>({
    verb: 'settle',
    send: async (group) => {
      await settleAll(postgres, group);
      return [];
    },
  });
  let givenUp: GivingUp | undefined;

  return {
    name: 'postgres-ledger',
    traits: { durable: true },
    open: shared.open,
    async close() {
      await shared.close();
      const leaving = givenUp;
      givenUp = undefined;
      await leaving?.stop();
    },
    reserve: (reservation, options) =>
      shared.run(async () => {
        const verdict = await reserving.call(reservation, options).catch(async (error: unknown) => {
          if (!IbidError.is(error) || error.details['outcome'] !== 'unknown') throw error;
          givenUp ??= givingUp(postgres, patienceMs);
          if (!(await givenUp.giveUp(reservation))) throw error;
          throw new IbidError(error.code, 'PostgreSQL went away while it reserved; nothing was booked', {
            retryable: true,
            cause: error,
          });
        });
        if (verdict.kind === 'known') {
          throw new IbidError('INVALID_REQUEST', 'reserve: the id is reserved; give a new one');
        }
        return verdict.kind === 'refused' ? verdict.by : undefined;
      }),
    settle: (id, used, options) => shared.run(() => settling.call({ id, used }, options)),
    read: (account, options) => shared.run(() => readTotals(postgres, account, options)),
    deleteBefore: (day, options) =>
      shared.run(async () => {
        for (let forgotten = 0; ;) {
          const step = await deleteStep(postgres, day, DELETE_STEP, options);
          forgotten += step.accounts;
          if (!step.isFull) return forgotten;
        }
      }),
  };
}
