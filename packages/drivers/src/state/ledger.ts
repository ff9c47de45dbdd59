/** Costs of model calls. Sums are updated in the transaction that compares them with their caps, so no cap is exceeded across processes. */
import { IbidError } from '@ibid/core';
import type { LedgerAccount, LedgerDriver, LedgerReservation } from '@ibid/core/types';
import type { Database, Query } from './database.ts';

interface SumRow {
  readonly settled_tokens: number;
  readonly settled_cost: number;
  readonly reserved_tokens: number;
  readonly reserved_cost: number;
}

const { MAX_SAFE_INTEGER } = Number;

/** Thrown to roll the transaction back; the message is the key of the account whose cap would be exceeded. */
class Refusal extends Error {}

export function ledgerDriver(database: Database): LedgerDriver {
  return {
    name: `${database.kind}-ledger`,
    async reserve(reservation) {
      try {
        await database.transaction((query) => reserve(query, reservation));
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error.message;
        throw error;
      }
    },
    settle: (id, used) =>
      database.transaction(async (query) => {
        const [gone] = await query<{ tokens: number; cost: number; accounts: string }>(
          'DELETE FROM ledger_reservation WHERE id = $1 RETURNING tokens, cost, accounts',
          [id],
        );
        if (gone === undefined) return;
        for (const account of JSON.parse(gone.accounts) as readonly number[]) {
          await query(
            `UPDATE ledger_account SET
               settled_tokens = CASE WHEN settled_tokens > $1 THEN $3 ELSE settled_tokens + $4 END,
               settled_cost = CASE WHEN settled_cost > $2 THEN $3 ELSE settled_cost + $5 END,
               reserved_tokens = reserved_tokens - $6, reserved_cost = reserved_cost - $7
             WHERE id = $8`,
            [
              MAX_SAFE_INTEGER - used.tokens,
              MAX_SAFE_INTEGER - used.microCost,
              MAX_SAFE_INTEGER,
              used.tokens,
              used.microCost,
              gone.tokens,
              gone.cost,
              account,
            ],
          );
        }
      }),
    async read({ key, day }) {
      const [row] = await database.query<SumRow>(
        `SELECT settled_tokens, settled_cost, reserved_tokens, reserved_cost FROM ledger_account
         WHERE key = $1 AND day = $2`,
        [key, day],
      );
      return {
        settled: { tokens: row?.settled_tokens ?? 0, microCost: row?.settled_cost ?? 0 },
        reserved: { tokens: row?.reserved_tokens ?? 0, microCost: row?.reserved_cost ?? 0 },
      };
    },
    async deleteBefore(day) {
      await database.query('DELETE FROM ledger_reservation WHERE day < $1', [day]);
      const gone = await database.query('DELETE FROM ledger_account WHERE newest_day < $1 RETURNING id', [day]);
      return gone.length;
    },
  };
}

/** Books the reservation. Callers must pass accounts in a consistent order, so that concurrent calls cannot deadlock. */
async function reserve(query: Query, { id, day, accounts, most }: LedgerReservation): Promise<void> {
  const ids: number[] = [];
  for (const account of accounts) ids.push(await book(query, account, day, most));
  const booked = await query(
    `INSERT INTO ledger_reservation (id, day, tokens, cost, accounts) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, day, most.tokens, most.microCost, JSON.stringify(ids)],
  );
  if (booked.length === 0) throw new IbidError('INVALID_REQUEST', 'reserve: the id is reserved; give a new one');
}

/** Books on an account and returns its row id. The row stays locked until the commit, so nobody books after the comparison with the cap. */
async function book(
  query: Query,
  { key, day, maxTokens, maxMicroCost }: LedgerAccount,
  today: string,
  most: LedgerReservation['most'],
): Promise<number> {
  const [row] = await query<{ readonly id: number; readonly passes: number }>(
    `INSERT INTO ledger_account (key, day, newest_day, reserved_tokens, reserved_cost) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (key, day) DO UPDATE SET
       newest_day = CASE WHEN ledger_account.newest_day > excluded.newest_day
         THEN ledger_account.newest_day ELSE excluded.newest_day END,
       reserved_tokens = ledger_account.reserved_tokens + excluded.reserved_tokens,
       reserved_cost = ledger_account.reserved_cost + excluded.reserved_cost
     RETURNING id, CASE WHEN settled_tokens + reserved_tokens > $6 OR settled_cost + reserved_cost > $7
       THEN 1 ELSE 0 END AS passes`,
    [
      key,
      day,
      day === '' ? today : day,
      most.tokens,
      most.microCost,
      maxTokens ?? MAX_SAFE_INTEGER,
      maxMicroCost ?? MAX_SAFE_INTEGER,
    ],
  );
  if (row!.passes === 1) throw new Refusal(key);
  return row!.id;
}
