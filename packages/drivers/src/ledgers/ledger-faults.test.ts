import { keepLedgerRule, ledgerRules, playLedgerOperations, type LedgerPlace } from '@ibid/testkit';
import type { Booking, LedgerAccount, LedgerDriver, LedgerReservation } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import { memoryLedger } from './memory.ts';

type Plant = (sound: LedgerDriver) => Partial<LedgerDriver>;

function withAccounts(
  reservation: LedgerReservation,
  change: (account: LedgerAccount) => Partial<LedgerAccount>,
): LedgerReservation {
  return { ...reservation, accounts: reservation.accounts.map((one) => ({ ...one, ...change(one) })) };
}

const UNCAPPED: Partial<LedgerAccount> = { maxTokens: undefined, maxMicroCost: undefined };

/** Looks at the caps as the contract says, but from outside, so that something may happen before it books. */
async function refusal(sound: LedgerDriver, { accounts, most }: LedgerReservation): Promise<string | undefined> {
  for (const account of accounts) {
    const { settled, reserved } = await sound.read(account);
    const total = settled.tokens + reserved.tokens + most.tokens;
    if (total > (account.maxTokens ?? Number.MAX_SAFE_INTEGER)) return account.key;
  }
  return undefined;
}

/** Each fault is one that a ledger could have, and the rule that must notice it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'looks at the caps first and books after a pause': [
    /never passes a cap with 1000 calls.*seed 1/,
    (sound) => ({
      reserve: async (reservation) =>
        (await refusal(sound, reservation)) ?? sound.reserve(withAccounts(reservation, () => UNCAPPED)),
    }),
  ],
  'does so where only settling calls are in the way': [
    /while calls settle and others begin/,
    (sound) => ({
      reserve: async (reservation) =>
        (await refusal(sound, reservation)) ?? sound.reserve(withAccounts(reservation, () => UNCAPPED)),
    }),
  ],
  'refuses long before the cap': [
    /never passes a cap with 1000 calls.*seed 2/,
    (sound) => ({
      reserve: (reservation) =>
        sound.reserve(withAccounts(reservation, ({ maxTokens }) => ({ maxTokens: maxTokens! * 0.9 }))),
    }),
  ],
  'stops one token before the cap': [
    /up to the very cap/,
    (sound) => ({
      reserve: (reservation) =>
        sound.reserve(withAccounts(reservation, ({ maxTokens }) => ({ maxTokens: maxTokens! - 1 }))),
    }),
  ],
  'goes one token beyond the cap': [
    /up to the very cap/,
    (sound) => ({
      reserve: (reservation) =>
        sound.reserve(withAccounts(reservation, ({ maxTokens }) => ({ maxTokens: maxTokens! + 1 }))),
    }),
  ],
  'knows caps in tokens only': [
    /cap in money/,
    (sound) => ({
      reserve: (reservation) => sound.reserve(withAccounts(reservation, () => ({ maxMicroCost: undefined }))),
    }),
  ],
  'books on one account after the other until one refuses': [
    /on all accounts or on none/,
    (sound) => ({
      reserve: async ({ accounts, ...rest }) => {
        for (const [i, account] of accounts.entries()) {
          const refused = await sound.reserve({ ...rest, id: `${rest.id}${i}`, accounts: [account] });
          if (refused !== undefined) return refused;
        }
        return undefined;
      },
    }),
  ],
  'names the last account that refuses': [
    /names the first that refuses/,
    (sound) => ({
      reserve: (reservation) => sound.reserve({ ...reservation, accounts: reservation.accounts.toReversed() }),
    }),
  ],
  'remembers the caps of the first call': [
    /caps of each call/,
    (sound) => {
      let first: number | undefined;
      return {
        reserve: (reservation) =>
          sound.reserve(withAccounts(reservation, ({ maxTokens }) => ({ maxTokens: (first ??= maxTokens) }))),
      };
    },
  ],
  'takes keys without their case': [
    /keeps accounts apart/,
    (sound) => ({
      reserve: (reservation) => sound.reserve(withAccounts(reservation, ({ key }) => ({ key: key.toLowerCase() }))),
      read: ({ key, day }) => sound.read({ key: key.toLowerCase(), day }),
    }),
  ],
  'books an id twice': [
    /refuses an id that is reserved/,
    (sound) => ({ reserve: (reservation) => sound.reserve({ ...reservation, id: `${Math.random()}` }) }),
  ],
  'charges no more than was reserved': [
    /beyond the reservation/,
    (sound) => {
      const most = new Map<string, Booking>();
      return {
        reserve: (reservation) => {
          most.set(reservation.id, reservation.most);
          return sound.reserve(reservation);
        },
        settle: (id, used) => sound.settle(id, { ...used, tokens: Math.min(used.tokens, most.get(id)!.tokens) }),
      };
    },
  ],
  'never gives anything back': [/gives back/, () => ({ settle: async () => undefined })],
  'books on the first account alone': [
    /on all accounts of the reservation/,
    (sound) => ({
      reserve: ({ accounts, ...rest }) => sound.reserve({ ...rest, accounts: accounts.slice(0, 1) }),
    }),
  ],
  'charges a call again when it is settled again': [
    /unknown or settled/,
    (sound) => {
      const known = new Map<string, LedgerReservation>();
      return {
        reserve: (reservation) => {
          known.set(reservation.id, reservation);
          return sound.reserve(reservation);
        },
        settle: async (id, used) => {
          await sound.settle(id, used);
          const again = known.get(id);
          if (again !== undefined) await sound.reserve({ ...again, most: used });
        },
      };
    },
  ],
  'books all days as one': [
    /day of the reservation/,
    (sound) => ({
      reserve: (reservation) => sound.reserve(withAccounts(reservation, () => ({ day: '2026-11-22' }))),
    }),
  ],
  'forgets the day itself as well': [
    /not those of the day/,
    (sound) => ({ deleteBefore: (day) => sound.deleteBefore(`${day}~`) }),
  ],
  'keeps an account without a day by its latest instead of its newest reservation': [
    /whatever the clock did/,
    (sound) => {
      const latest = new Map<string, string>();
      return {
        reserve: (reservation) => {
          for (const { key } of reservation.accounts) latest.set(key, reservation.day);
          return sound.reserve(reservation);
        },
        deleteBefore: async (day) => [...latest.values()].filter((one) => one < day).length,
      };
    },
  ],
  'forgets no more than a step': [
    /any number of accounts/,
    (sound) => ({ deleteBefore: async (day) => Math.min(500, await sound.deleteBefore(day)) }),
  ],
  'books what was aborted': [
    /aborted already/,
    (sound) => ({
      reserve: async (reservation, options) => {
        if (options?.signal?.aborted) await sound.reserve(reservation);
        return sound.reserve({ ...reservation, id: `${reservation.id}~` }, options);
      },
    }),
  ],
  'says aborted of what it has booked': [
    /exactly what it acknowledged/,
    (sound) => ({
      reserve: async (reservation, options) => {
        await sound.reserve(reservation);
        await new Promise(setImmediate);
        return sound.reserve({ ...reservation, id: `${reservation.id}~`, accounts: [] }, options);
      },
    }),
  ],
};

describe('the ledger suite notices a driver that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rule = ledgerRules.find((one) => title.test(one.title))!;
      const sound = memoryLedger();
      const place: LedgerPlace = { driver: () => ({ ...sound, ...plant(sound) }), remove: async () => undefined };
      await expect(keepLedgerRule(rule, place)).rejects.toThrow(/expected/);
    });
  }
});

test('random histories notice a ledger that forgets what is reserved when another call settles (planted)', async () => {
  const sound = memoryLedger();
  const ids: string[] = [];
  const driver: LedgerDriver = {
    ...sound,
    reserve: (reservation) => {
      ids.push(reservation.id);
      return sound.reserve(reservation);
    },
    settle: async (id, used) => {
      for (const other of ids.splice(0)) if (other !== id) await sound.settle(other, { tokens: 0, microCost: 0 });
      await sound.settle(id, used);
    },
  };
  await driver.open();
  const reserve = {
    type: 'reserve',
    day: '2026-11-22',
    keys: ['all'],
    undated: [],
    maxTokens: undefined,
    maxMicroCost: undefined,
    most: { tokens: 5, microCost: 0 },
  } as const;
  const settle = { type: 'settle', which: 0, used: { tokens: 1, microCost: 0 } } as const;
  await expect(playLedgerOperations(driver, [reserve, reserve, settle])).rejects.toThrow(/expected/);
  await driver.close();
});
