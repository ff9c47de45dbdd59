import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerReservation } from '@ibid/core/types';
import { withinClosingTime } from '../../postgres/closing-time.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { settleAll } from './ledger-statements.ts';

/** Reservations of which nobody knows whether they were booked, because the answer was lost on its way. */
export interface GivingUp {
  /**
   * Whether the reservation is now sure not to be booked, ever. `false` when the server was away for too long to say so; then the
   * trying goes on without the caller, until `stop`.
   */
  giveUp(reservation: LedgerReservation): Promise<boolean>;
  /** Tries once more what is left, and ends; soon, also where the server does not answer. */
  stop(): Promise<void>;
}

const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/** `patienceMs`: how long a caller waits for it. */
export function givingUp(postgres: Postgres, patienceMs: number): GivingUp {
  const left = new Map<string, { readonly day: string; readonly done: PromiseWithResolvers<true> }>();
  let working: Promise<void> | undefined;
  let isStopped = false;

  const workOff = async (): Promise<void> => {
    for (let pause = SHORTEST_PAUSE_MS; left.size > 0; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const group = new Map(left);
      try {
        await undo(
          postgres,
          [...group].map(([id, { day }]) => ({ id, day })),
        );
        for (const [id, { done }] of group) {
          left.delete(id);
          done.resolve(true);
        }
      } catch {
        if (isStopped) return;
        await sleep(pause, undefined, { ref: false });
      }
    }
  };
  const work = (): Promise<void> =>
    (working ??= workOff().finally(() => {
      working = undefined;
    }));

  return {
    giveUp({ id, day }) {
      const done = Promise.withResolvers<true>();
      left.set(id, { day, done });
      void work();
      return Promise.race([done.promise, sleep(patienceMs, false as const, { ref: false })]);
    },
    async stop() {
      isStopped = true;
      await withinClosingTime(
        postgres,
        (async () => {
          await working;
          await work();
        })(),
      );
    },
  };
}

/**
 * Puts a reservation of nothing in the place of each id that is not there, so that a statement that is still on its way cannot book
 * it any more, and then settles those that are there with nothing used. May be repeated.
 */
async function undo(postgres: Postgres, reservations: readonly Pick<LedgerReservation, 'id' | 'day'>[]): Promise<void> {
  const ids = reservations.map(({ id }) => id);
  await postgres.query(
    `INSERT INTO ${postgres.schema}.ledger_reservation (id, day, tokens, cost, accounts)
       SELECT id, day, 0, 0, '{}' FROM unnest($1::text[], $2::text[]) AS one (id, day) ORDER BY id COLLATE "C"
       ON CONFLICT (id) DO NOTHING`,
    [ids, reservations.map(({ day }) => day)],
  );
  // It waits for whatever the first left unconfirmed as well.
  await settleAll(
    postgres,
    ids.map((id) => ({ id, used: { tokens: 0, microCost: 0 } })),
  );
}
