import { createHash } from 'node:crypto';
import type { Query } from './postgres.ts';

/**
 * Waits until no other transaction on this database holds the lock of this name, and holds it to the end of the transaction. For
 * what no row stands for, such as how many rows there may be.
 */
export async function transactionLock(query: Query, schema: string, name: string): Promise<void> {
  const key = createHash('sha256').update(`ibid ${schema} ${name}`).digest().readBigInt64BE();
  await query('SELECT pg_advisory_xact_lock($1::int8)::text', [String(key)]);
}
