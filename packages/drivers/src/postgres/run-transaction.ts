import { IbidError } from '@ibid/core';
import { mayAskOnceMore, pauseBeforeOnceMore } from './ask-once-more.ts';
import type { BorrowedConnection } from './borrowed-connection.ts';
import type { Query } from './postgres.ts';

export interface TransactionPlan {
  readonly isolation: string;
  readonly timeoutMs: number;
  /** As `TransactionOptions` has them. */
  readonly withinMs?: number | undefined;
  readonly idleMs?: number | undefined;
  /** Borrows a connection; rejects when there is none to be had or the call was aborted. */
  borrow(): Promise<BorrowedConnection>;
  /** From here on an abort is too late. */
  committing(): void;
}

/** The server's own limit comes first; ours is for a network that has gone silent. */
const GRACE_MS = 1000;

export async function runTransaction<T>(work: (query: Query) => Promise<T>, plan: TransactionPlan): Promise<T> {
  const began = performance.now();
  const patience = (): number =>
    Math.min(
      plan.timeoutMs + GRACE_MS,
      Math.max(GRACE_MS, (plan.withinMs ?? Infinity) + GRACE_MS - (performance.now() - began)),
    );
  for (let attempt = 1; ; attempt++) {
    const connection = await plan.borrow();
    try {
      return await runOnce(connection, work, plan, patience);
    } catch (error) {
      if (!mayAskOnceMore(error, connection.isLost(), attempt)) throw error;
    } finally {
      connection.release();
    }
    await pauseBeforeOnceMore(attempt);
  }
}

async function runOnce<T>(
  connection: BorrowedConnection,
  work: (query: Query) => Promise<T>,
  { isolation, timeoutMs, idleMs = 2 * timeoutMs, committing }: TransactionPlan,
  patience: () => number,
): Promise<T> {
  await connection.run(beginning(isolation, timeoutMs, idleMs), [], patience());
  let result: T;
  try {
    result = await work(async (sql, values = []) => (await connection.run(sql, values, patience())).rows as never);
  } catch (error) {
    if (!connection.isLost()) await connection.run('ROLLBACK', [], patience()).catch(() => undefined);
    throw error;
  }
  if (!connection.isLost()) committing();
  await commit(connection, patience());
  return result;
}

/**
 * What is acknowledged is on disk, also where the database is set to acknowledge earlier; waiting for standbys too stays its choice. That such
 * a wait was stopped is a warning, which we have to hear.
 */
function beginning(isolation: string, timeoutMs: number, idleMs: number): string {
  return [
    `BEGIN ISOLATION LEVEL ${isolation} READ WRITE`,
    `SET LOCAL statement_timeout = ${timeoutMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
    'SET LOCAL client_min_messages = warning',
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
