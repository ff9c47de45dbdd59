import { EventEmitter } from 'node:events';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { borrowedConnection, type BorrowedConnection } from './borrowed-connection.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** One that stays while what it leads to changes, as a pooler's does. */
function standingClient() {
  const asked: string[] = [];
  const server = { standby: false, level: 'notice' };
  const query = async (sql: string): Promise<unknown> => {
    asked.push(sql);
    return { rows: [{ ...server }] };
  };
  const client = Object.assign(new EventEmitter(), { query, release: () => undefined }) as unknown as PoolClient;
  const borrow = (): BorrowedConnection =>
    borrowedConnection({
      client,
      place: 'PostgreSQL',
      onLeave: () => undefined,
      onSilence: () => undefined,
      isOutdated: () => false,
    });
  return { asked, server, borrow };
}

test('a connection that stands is asked about once a second whether it leads to a primary', async () => {
  const { asked, server, borrow } = standingClient();
  for (let call = 0; call < 5; call++) await borrow().checkServer(100);
  expect(asked).toHaveLength(1);
  server.standby = true;
  vi.advanceTimersByTime(1_000);
  const connection = borrow();
  const refused = { code: 'UPSTREAM_FAILED', retryable: true, details: { sqlState: '25006' } };
  await expect(connection.checkServer(100)).rejects.toMatchObject(refused);
  expect(connection.isLost()).toBe(true);
  expect(asked).toHaveLength(2);
});
