import { IbidError } from '@ibid/core';
import type { Booking, CallOptions, LedgerAccount, LedgerReservation, LedgerTotals } from '@ibid/core/types';
import type { Postgres } from '../../postgres/postgres.ts';
import { encodeText } from '../../postgres/text-codec.ts';
import { WAIT_FOR_STANDBY } from '../../postgres/wait-for-standby.ts';

/** What became of one reservation. */
export type Verdict =
  | { readonly kind: 'booked' }
  | { readonly kind: 'refused'; readonly by: string }
  /** The id is reserved. */
  | { readonly kind: 'known' };

export interface Settlement {
  readonly id: string;
  readonly used: Booking;
}

/** In this order, each on all of its accounts or on none. */
export async function reserveAll(
  { schema, query }: Postgres,
  reservations: readonly LedgerReservation[],
): Promise<readonly Verdict[]> {
  const accounts = reservations.flatMap((one) => one.accounts);
  // Not a SELECT, which would be repeated when its answer is lost.
  const [row] = await query<{ readonly verdicts: string }>(
    `WITH done AS MATERIALIZED (
       SELECT ${schema}.ledger_reserve(
         $1::text[], $2::text[], $3::int8[], $4::int8[], $5::int4[], $6::text[], $7::text[], $8::int8[], $9::int8[]
       ) AS verdicts
     ) SELECT array_to_json(verdicts)::text AS verdicts FROM done`,
    [
      reservations.map(({ id }) => id),
      reservations.map(({ day }) => day),
      reservations.map(({ most }) => most.tokens),
      reservations.map(({ most }) => most.microCost),
      reservations.map((one) => one.accounts.length),
      accounts.map(({ key }) => encodeText(key)),
      accounts.map(({ day }) => day),
      accounts.map(({ maxTokens }) => capOf(maxTokens)),
      accounts.map(({ maxMicroCost }) => capOf(maxMicroCost)),
    ],
  );
  const verdicts: readonly number[] = JSON.parse(row!.verdicts);
  return verdicts.map((verdict) => {
    if (verdict === 0) return { kind: 'booked' };
    return verdict < 0 ? { kind: 'known' } : { kind: 'refused', by: accounts[verdict - 1]!.key };
  });
}

/**
 * One that was settled is unknown from then on, so this may be repeated, and is once when its answer is lost. A rejection that leaves it open
 * whether it was written says so.
 */
export async function settleAll(postgres: Postgres, settlements: readonly Settlement[]): Promise<void> {
  try {
    await settleOnce(postgres, settlements);
  } catch (error) {
    if (!IbidError.is(error) || error.code !== 'UPSTREAM_FAILED' || error.details['outcome'] !== 'unknown') throw error;
    // Whatever happens to the second says nothing about the first.
    await settleOnce(postgres, settlements).catch(() => {
      throw error;
    });
  }
}

async function settleOnce({ schema, query }: Postgres, settlements: readonly Settlement[]): Promise<void> {
  // Not a SELECT, which would count as one that only reads.
  await query(
    `WITH done AS MATERIALIZED (
       SELECT ${schema}.ledger_settle($1::text[], $2::int8[], $3::int8[])::text AS nothing, ${WAIT_FOR_STANDBY}
     ) SELECT nothing FROM done`,
    [
      settlements.map(({ id }) => id),
      settlements.map(({ used }) => used.tokens),
      settlements.map(({ used }) => used.microCost),
    ],
  );
}

export async function readTotals(
  { schema, query }: Postgres,
  { key, day }: Pick<LedgerAccount, 'key' | 'day'>,
  options?: CallOptions,
): Promise<LedgerTotals> {
  const [row] = await query<Record<'settled_tokens' | 'settled_cost' | 'reserved_tokens' | 'reserved_cost', number>>(
    `SELECT settled_tokens, settled_cost, reserved_tokens, reserved_cost
     FROM ${schema}.ledger_account WHERE key = $1 AND day = $2`,
    [encodeText(key), day],
    options,
  );
  return {
    settled: { tokens: row?.settled_tokens ?? 0, microCost: row?.settled_cost ?? 0 },
    reserved: { tokens: row?.reserved_tokens ?? 0, microCost: row?.reserved_cost ?? 0 },
  };
}

export interface DeletedStep {
  /** Those on which something had been booked. */
  readonly accounts: number;
  /** Whether there may be more of anything. */
  readonly isFull: boolean;
}

/** Forgets at most `most` of each, so that no lock is held for long. */
export async function deleteStep(
  { schema, query }: Postgres,
  day: string,
  most: number,
  options?: CallOptions,
): Promise<DeletedStep> {
  const reservations = await query(
    `DELETE FROM ${schema}.ledger_reservation WHERE id IN (
       SELECT id FROM ${schema}.ledger_reservation WHERE day < $1 ORDER BY id LIMIT $2 FOR UPDATE
     ) RETURNING 1 AS gone`,
    [day, most],
    options,
  );
  const accounts = await query<{ readonly newest_day: string }>(
    `DELETE FROM ${schema}.ledger_account WHERE id IN (
       SELECT id FROM ${schema}.ledger_account WHERE newest_day < $1 ORDER BY key, day LIMIT $2 FOR UPDATE
     ) RETURNING newest_day`,
    [day, most],
    options,
  );
  return {
    accounts: accounts.filter((account) => account.newest_day !== '').length,
    isFull: reservations.length === most || accounts.length === most,
  };
}

/** No sum passes the largest safe integer, cap or not. */
function capOf(max: number | undefined): number {
  return Math.min(max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}
