import type { Booking, LedgerAccount, LedgerDriver, LedgerTotals } from '@ibid/core/types';

/** The day used in most rules. */
export const DAY = '2026-11-22';
export const NOTHING: Booking = { tokens: 0, microCost: 0 };
/** Totals of an unknown account. */
export const EMPTY: LedgerTotals = { settled: NOTHING, reserved: NOTHING };

let lastNumber = 0;

/** An id that no other reservation of this process has. */
export function newReservationId(): string {
  return `1ed9e700-0000-4000-8000-${(++lastNumber).toString(16).padStart(12, '0')}`;
}

export function booking(tokens: number, microCost = 0): Booking {
  return { tokens, microCost };
}

/** An account of `DAY` without caps, unless `own` overrides this. */
export function ledgerAccount(key: string, own: Partial<LedgerAccount> = {}): LedgerAccount {
  return { key, day: DAY, maxTokens: undefined, maxMicroCost: undefined, ...own };
}

/** Settled and reserved tokens of an account. */
export async function tokensOf(
  driver: LedgerDriver,
  account: Pick<LedgerAccount, 'key' | 'day'>,
): Promise<readonly [settled: number, reserved: number]> {
  const { settled, reserved } = await driver.read(account);
  return [settled.tokens, reserved.tokens];
}

/** Reserves `most` on the accounts under a new id. Returns the id, and the key of an account that refused. */
export async function tryReserve(
  driver: LedgerDriver,
  accounts: readonly LedgerAccount[],
  most: Booking,
  day: string = DAY,
): Promise<{ readonly id: string; readonly refusedBy: string | undefined }> {
  const id = newReservationId();
  return { id, refusedBy: await driver.reserve({ id, day, accounts, most }) };
}
