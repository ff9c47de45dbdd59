import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { endPool } from './end-pool.ts';

/** A connection whose server hangs up when it is told goodbye, or never. */
function clientOf(isHeard: boolean): { client: PoolClient; isCutOff: () => boolean } {
  let isCutOff = false;
  const client = Object.assign(new EventEmitter(), { connection: { stream: { destroy: () => (isCutOff = true) } } });
  if (isHeard) setImmediate(() => client.emit('end'));
  return { client: client as unknown as PoolClient, isCutOff: () => isCutOff };
}

// The pool itself says that it has ended as soon as it has said goodbye.
const pool = { end: () => Promise.resolve() } as Pool;

test('waits for servers that hang up, and cuts none of them off', async () => {
  const [a, b] = [clientOf(true), clientOf(true)];
  await endPool(pool, new Set([a.client, b.client]));
  expect([a.isCutOff(), b.isCutOff()]).toEqual([false, false]);
});

test('cuts off a connection whose server does not answer, so that the process can end', async () => {
  const silent = clientOf(false);
  await endPool(pool, new Set([silent.client]));
  expect(silent.isCutOff()).toBe(true);
});
