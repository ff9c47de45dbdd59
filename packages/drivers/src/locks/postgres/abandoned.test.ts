import { openPostgresService, type PostgresService } from '@ibid/testkit';
import type { BuildLock } from '@ibid/core/types';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { makeLockTable, postgresLock } from '../postgres.ts';

let service: PostgresService;
let postgres: Postgres;
beforeAll(async () => {
  service = await openPostgresService();
});
beforeEach(async () => {
  postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
  await makeLockTable(postgres);
});
afterEach(async () => {
  await postgres.query(`DROP SCHEMA ${postgres.schema} CASCADE`);
  await postgres.close();
});
afterAll(() => service.close());

/** Finds nobody dead while a test runs. */
function lock(query: Postgres['query'] = postgres.query): BuildLock {
  return postgresLock({ postgres: { ...postgres, query }, name: 'one', beatMs: 20, patienceMs: 3_600_000 });
}

async function takeAndLeave(): Promise<void> {
  await (await lock().acquire({ signal: AbortSignal.timeout(20_000) })).release();
}

test('a lock is free for others where its release failed once, though its process lives', async () => {
  let isAway = true;
  const held = await lock((sql, ...rest) => {
    if (!isAway || !sql.includes('SET token = NULL')) return postgres.query(sql, ...rest);
    isAway = false;
    return Promise.reject(new Error('away'));
  }).acquire();
  await expect(held.release()).rejects.toThrow('away');
  await takeAndLeave();
});

test('a lock is free for others where it was got without an answer, though its process lives', async () => {
  const acquiring = lock(async (sql, ...rest) => {
    const found = await postgres.query(sql, ...rest);
    if (sql.includes('INSERT')) throw new Error('the answer was lost');
    return found as never;
  }).acquire();
  await expect(acquiring).rejects.toThrow('the answer was lost');
  await takeAndLeave();
});
