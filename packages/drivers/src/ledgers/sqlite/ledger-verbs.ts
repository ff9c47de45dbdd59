/**
 * The verbs inside a transaction that the worker began. They look at everything before they write anything and throw before it
 * or not at all, unless the file itself fails: so one of them that refuses leaves the others of its group alone.
 */
import type { Booking, LedgerAccount, LedgerReservation, LedgerTotals } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import { passesCap } from '../passes-cap.ts';
import type { Database } from './database.ts';
import type { DeletedStep } from './protocol.ts';

interface AccountRow {
  readonly id: number;
  readonly settled_tokens: number;
  readonly settled_cost: number;
  readonly reserved_tokens: number;
  readonly reserved_cost: number;
}

interface ReservationRow {
  readonly tokens: number;
  readonly cost: number;
  readonly accounts: string;
}

const NOTHING: Booking = { tokens: 0, microCost: 0 };

function accountRow(db: Database, { key, day }: Pick<LedgerAccount, 'key' | 'day'>): AccountRow | undefined {
  return db.get<AccountRow>(
    'SELECT id, settled_tokens, settled_cost, reserved_tokens, reserved_cost FROM account WHERE key = ? AND day = ?',
    key,
    day,
  );
}

function totalsOf(row: AccountRow | undefined): LedgerTotals {
  if (row === undefined) return { settled: NOTHING, reserved: NOTHING };
  return {
    settled: { tokens: row.settled_tokens, microCost: row.settled_cost },
    reserved: { tokens: row.reserved_tokens, microCost: row.reserved_cost },
  };
}

export function read(db: Database, account: Pick<LedgerAccount, 'key' | 'day'>): LedgerTotals {
  return totalsOf(accountRow(db, account));
}

export function reserve(db: Database, { id, day, accounts, most }: LedgerReservation): string | undefined {
  if (db.get('SELECT 1 FROM reservation WHERE id = ?', id) !== undefined) {
    throw fault('INVALID_REQUEST', 'reserve: the id is reserved; give a new one');
  }
  const rows = accounts.map((account) => ({ account, row: accountRow(db, account) }));
  const full = rows.find(({ account, row }) => passesCap(account, totalsOf(row), most));
  if (full !== undefined) return full.account.key;
  const ids = rows.map(({ account, row }) => bookOn(db, account, row, day, most));
  db.run(
    'INSERT INTO reservation (id, day, tokens, cost, accounts) VALUES (?, ?, ?, ?, ?)',
    id,
    day,
    most.tokens,
    most.microCost,
    JSON.stringify(ids),
  );
  return undefined;
}

/** The id of the account. */
function bookOn(
  db: Database,
  account: LedgerAccount,
  row: AccountRow | undefined,
  day: string,
  { tokens, microCost }: Booking,
): number {
  if (row === undefined) {
    return db.get<Pick<AccountRow, 'id'>>(
      'INSERT INTO account (key, day, newest_day, reserved_tokens, reserved_cost) VALUES (?, ?, ?, ?, ?) RETURNING id',
      account.key,
      account.day,
      account.day === '' ? day : account.day,
      tokens,
      microCost,
    )!.id;
  }
  db.run(
    `UPDATE account SET
       newest_day = iif(day = '', max(newest_day, ?2), newest_day),
       reserved_tokens = reserved_tokens + ?3,
       reserved_cost = reserved_cost + ?4
     WHERE id = ?1`,
    row.id,
    day,
    tokens,
    microCost,
  );
  return row.id;
}

export function settle(db: Database, id: string, used: Booking): void {
  const row = db.get<ReservationRow>('DELETE FROM reservation WHERE id = ? RETURNING tokens, cost, accounts', id);
  if (row === undefined) return;
  const accounts: readonly number[] = JSON.parse(row.accounts);
  for (const account of accounts) {
    db.run(
      `UPDATE account SET
         settled_tokens = min(settled_tokens + ?2, ?6),
         settled_cost = min(settled_cost + ?3, ?6),
         reserved_tokens = reserved_tokens - ?4,
         reserved_cost = reserved_cost - ?5
       WHERE id = ?1`,
      account,
      used.tokens,
      used.microCost,
      row.tokens,
      row.cost,
      Number.MAX_SAFE_INTEGER,
    );
  }
}

/** Forgets at most `most` of each, so that other calls are answered between two steps. */
export function deleteStep(db: Database, day: string, most: number): DeletedStep {
  return {
    accounts: db.run(
      'DELETE FROM account WHERE id IN (SELECT id FROM account WHERE newest_day < ? LIMIT ?)',
      day,
      most,
    ),
    reservations: db.run(
      'DELETE FROM reservation WHERE id IN (SELECT id FROM reservation WHERE day < ? LIMIT ?)',
      day,
      most,
    ),
  };
}
