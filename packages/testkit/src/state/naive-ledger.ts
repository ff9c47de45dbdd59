import type { Booking, LedgerAccount, LedgerReservation, LedgerTotals } from '@ibid/core/types';

/** Simplest possible implementation of the ledger contract: it keeps every entry and computes sums for each call. */
export interface NaiveLedger {
  reserve(reservation: LedgerReservation): string | undefined;
  settle(id: string, used: Booking): void;
  read(account: Pick<LedgerAccount, 'key' | 'day'>): LedgerTotals;
  deleteBefore(day: string): number;
}

interface Entry {
  readonly id: string;
  readonly day: string;
  readonly key: string;
  readonly accountDay: string;
  readonly most: Booking;
  used: Booking | undefined;
}

function sum(bookings: readonly Booking[], side: keyof Booking): number {
  return bookings.reduce((total, booking) => total + booking[side], 0);
}

function both(bookings: readonly Booking[]): Booking {
  return { tokens: sum(bookings, 'tokens'), microCost: sum(bookings, 'microCost') };
}

export function naiveLedger(): NaiveLedger {
  let entries: Entry[] = [];
  const of = ({ key, day }: Pick<LedgerAccount, 'key' | 'day'>): Entry[] =>
    entries.filter((entry) => entry.key === key && entry.accountDay === day);
  const read = (account: Pick<LedgerAccount, 'key' | 'day'>): LedgerTotals => ({
    settled: both(of(account).flatMap(({ used }) => used ?? [])),
    reserved: both(of(account).flatMap(({ used, most }) => (used === undefined ? most : []))),
  });

  return {
    read,
    reserve({ id, day, accounts, most }) {
      for (const account of accounts) {
        const { settled, reserved } = read(account);
        const total = both([settled, reserved, most]);
        if (account.maxTokens !== undefined && total.tokens > account.maxTokens) return account.key;
        if (account.maxMicroCost !== undefined && total.microCost > account.maxMicroCost) return account.key;
      }
      for (const { key, day: accountDay } of accounts) {
        entries.push({ id, day, key, accountDay, most, used: undefined });
      }
      return undefined;
    },
    settle(id, used) {
      for (const entry of entries) if (entry.id === id) entry.used ??= used;
    },
    deleteBefore(day) {
      const newest = new Map<string, string>();
      for (const entry of entries) {
        const place = JSON.stringify([entry.key, entry.accountDay]);
        const known = newest.get(place) ?? entry.day;
        newest.set(place, entry.day > known ? entry.day : known);
      }
      const old = [...newest].filter(([, newestDay]) => newestDay < day).map(([place]) => place);
      entries = entries.filter((entry) => !old.includes(JSON.stringify([entry.key, entry.accountDay])));
      // Reservations of earlier days can no longer be settled, but an account that still exists counts them.
      entries = entries.map((entry) => (entry.day < day && entry.used === undefined ? { ...entry, id: '' } : entry));
      return old.length;
    },
  };
}
