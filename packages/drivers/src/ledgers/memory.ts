/** The ledger in memory: the reference of its contract. A restart forgets what was spent, so it holds no cap over a whole day. */
import { IbidError } from '@ibid/core';
import type { Booking, LedgerAccount, LedgerDriver, LedgerTotals } from '@ibid/core/types';
import { passesCap } from './passes-cap.ts';

interface KeptAccount {
  readonly totals: LedgerTotals;
  /** Its own, or for an account without one that of its newest reservation. */
  readonly newestDay: string;
}

interface KeptReservation {
  readonly day: string;
  /** Places of its accounts. */
  readonly places: readonly string[];
  readonly most: Booking;
}

const NOTHING: Booking = { tokens: 0, microCost: 0 };
const EMPTY: LedgerTotals = { settled: NOTHING, reserved: NOTHING };

export function memoryLedger(): LedgerDriver {
  const accounts = new Map<string, KeptAccount>();
  const reservations = new Map<string, KeptReservation>();
  let isOpen = false;
  const check = (verb: string, signal: AbortSignal | undefined): void => {
    if (!isOpen) throw new IbidError('CLOSED', 'The ledger in memory is not open; call `open` first');
    if (signal?.aborted) throw new IbidError('ABORTED', `\`${verb}\` was aborted`);
  };

  return {
    name: 'memory-ledger',
    traits: { durable: false },
    async open() {
      isOpen = true;
    },
    async close() {
      isOpen = false;
      accounts.clear();
      reservations.clear();
    },
    // Nothing may be awaited between looking at the caps and booking.
    async reserve({ id, day, accounts: asked, most }, options) {
      check('reserve', options?.signal);
      if (reservations.has(id)) throw new IbidError('INVALID_REQUEST', 'reserve: the id is reserved; give a new one');
      const full = asked.find((account) => passesCap(account, totalsOf(accounts, account), most));
      if (full !== undefined) return full.key;
      for (const account of asked) {
        const { settled, reserved } = totalsOf(accounts, account);
        const lastDay = accounts.get(placeOf(account))?.newestDay ?? day;
        accounts.set(placeOf(account), {
          totals: { settled, reserved: plus(reserved, most) },
          newestDay: account.day === '' ? (lastDay > day ? lastDay : day) : account.day,
        });
      }
      reservations.set(id, { day, places: asked.map(placeOf), most: { ...most } });
      return undefined;
    },
    async settle(id, used, options) {
      check('settle', options?.signal);
      const { places = [], most = NOTHING } = reservations.get(id) ?? {};
      reservations.delete(id);
      for (const place of places) {
        // An account lives as long as a reservation on it.
        const { newestDay, totals } = accounts.get(place)!;
        accounts.set(place, {
          totals: { settled: plus(totals.settled, used), reserved: minus(totals.reserved, most) },
          newestDay,
        });
      }
    },
    async read(account, options) {
      check('read', options?.signal);
      const { settled, reserved } = totalsOf(accounts, account);
      return { settled: { ...settled }, reserved: { ...reserved } };
    },
    async deleteBefore(day, options) {
      check('deleteBefore', options?.signal);
      for (const [id, reservation] of reservations) if (reservation.day < day) reservations.delete(id);
      const old = [...accounts].filter(([, { newestDay }]) => newestDay < day);
      for (const [place] of old) accounts.delete(place);
      return old.length;
    },
  };
}

/** A day has no space in it. */
function placeOf({ key, day }: Pick<LedgerAccount, 'key' | 'day'>): string {
  return `${day} ${key}`;
}

function totalsOf(
  accounts: ReadonlyMap<string, KeptAccount>,
  account: Pick<LedgerAccount, 'key' | 'day'>,
): LedgerTotals {
  return accounts.get(placeOf(account))?.totals ?? EMPTY;
}

function plus(a: Booking, b: Booking): Booking {
  const { MAX_SAFE_INTEGER } = Number;
  return {
    tokens: Math.min(a.tokens + b.tokens, MAX_SAFE_INTEGER),
    microCost: Math.min(a.microCost + b.microCost, MAX_SAFE_INTEGER),
  };
}

function minus(a: Booking, b: Booking): Booking {
  return { tokens: a.tokens - b.tokens, microCost: a.microCost - b.microCost };
}
