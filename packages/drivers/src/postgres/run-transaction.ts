import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { BorrowedConnection } from './borrowed-connection.ts';
import type { Query } from './postgres.ts';

export interface TransactionPlan {
  readonly isolation: string;
  readonly timeoutMs: number;
  /** Borrows a connection; rejects when there is none to be had or the call was aborted. */
  borrow(): Promise<BorrowedConnection>;
  /** From here on an abort is too late. */
  committing(): void;
}

const ATTEMPTS = 5;
/** A connection that had broken before it was used costs one attempt; a server that is away need not be asked five times. */
const ATTEMPTS_LOST = 2;
const PAUSE_MS = 10;
/** The server's own limit comes first; ours is for a network that has gone silent. */
const GRACE_MS = 1000;

export async function runTransaction<T>(work: (query: Query) => Promise<T>, plan: TransactionPlan): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const connection = await plan.borrow();
    try {
      return await runOnce(connection, work, plan);
    } catch (error) {
      if (!mayTryAgain(error, connection.isLost(), attempt)) throw error;
    } finally {
      connection.release();
    }
    await sleep(PAUSE_MS * 2 ** attempt * Math.random());
  }
}

async function runOnce<T>(
  connection: BorrowedConnection,
  work: (query: Query) => Promise<T>,
  { isolation, timeoutMs, committing }: TransactionPlan,
): Promise<T> {
  const patience = timeoutMs + GRACE_MS;
  await connection.run(beginning(isolation, timeoutMs), [], patience);
  let result: T;
  try {
    result = await work(async (sql, values = []) => (await connection.run(sql, values, patience)).rows as never);
  } catch (error) {
    if (!connection.isLost()) await connection.run('ROLLBACK', [], patience).catch(() => undefined);
    throw error;
  }
  if (!connection.isLost()) committing();
  await commit(connection, patience);
  return result;
}

/** What is acknowledged is on disk, also where the database is set to acknowledge earlier; waiting for standbys too stays its choice. */
function beginning(isolation: string, timeoutMs: number): string {
  return [
    `BEGIN ISOLATION LEVEL ${isolation} READ WRITE`,
    `SET LOCAL statement_timeout = ${timeoutMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${2 * timeoutMs}`,
    `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
  ].join('; ');
}

async function commit(connection: BorrowedConnection, patience: number): Promise<void> {
  const wasLost = connection.isLost();
  try {
    const { command } = await connection.run('COMMIT', [], patience);
    if (command === 'COMMIT') return;
  } catch (error) {
    if (wasLost || !connection.isLost()) throw error;
    const { code, message, details } = error as IbidError;
    throw new IbidError(code, `${message}; whether it was written is not known`, {
      details: { ...details, outcome: 'unknown' },
    });
  }
  throw new IbidError(
    'UPSTREAM_FAILED',
    'A statement of a transaction had failed, so PostgreSQL rolled all of it back',
  );
}

function mayTryAgain(error: unknown, isLost: boolean, attempt: number): boolean {
  if (!IbidError.is(error) || error.details['outcome'] !== undefined) return false;
  if (isLost) return error.code === 'UPSTREAM_FAILED' && error.retryable && attempt < ATTEMPTS_LOST;
  const state = error.details['sqlState'];
  return (state === '40001' || state === '40P01') && attempt < ATTEMPTS;
}
