import { openPostgresService, type PostgresService } from '@ibid/testkit';
import { IbidError } from '@ibid/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownProcess } from '../files/holder-process.ts';
import { heartbeat, LOOK, SERVER_TIME, type Heartbeat, type Holder, type Look } from './heartbeat.ts';
import { openPostgres } from './open-postgres.ts';
import type { Postgres } from './postgres.ts';

/** So that nobody is found dead while a test runs. */
const FOREVER_MS = 3_600_000;

let service: PostgresService;
let postgres: Postgres;
const made: Heartbeat[] = [];
beforeAll(async () => {
  service = await openPostgresService();
});
beforeEach(async () => {
  postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
  await postgres.migrate('places', [
    (schema) =>
      `CREATE TABLE ${schema}.place (name text PRIMARY KEY, token text, host text, space text, pid int4, beat int8)`,
  ]);
});
afterEach(async () => {
  for (const life of made.splice(0)) await life.releaseAll();
  await postgres.query(`DROP SCHEMA ${postgres.schema} CASCADE`);
  await postgres.close();
});
afterAll(() => service.close());

function open(leftRow: 'stays' | 'goes', query: Postgres['query'] = postgres.query): Heartbeat {
  const life = heartbeat({
    postgres: { ...postgres, query },
    table: `${postgres.schema}.place`,
    beatMs: 20,
    patienceMs: FOREVER_MS,
    leftRow,
    notHeld: () => new IbidError('STORE_BUSY', 'not held'),
  });
  made.push(life);
  return life;
}

async function write({ token, host, space, pid }: Omit<Holder, 'beat'>): Promise<void> {
  await postgres.query(`INSERT INTO ${postgres.schema}.place VALUES ('one', $1, $2, $3, $4, ${SERVER_TIME})`, [
    token,
    host,
    space,
    pid,
  ]);
}

async function look(): Promise<Look | undefined> {
  return (await postgres.query<Look>(`SELECT ${LOOK} FROM ${postgres.schema}.place`))[0];
}

/** Asks for the row, and gets no answer; the token. */
async function askInVain(life: Heartbeat): Promise<string> {
  let asked = '';
  const claim = life.claim(({ token }) => {
    asked = token;
    return Promise.reject(new Error('the answer was lost'));
  });
  await expect(claim).rejects.toThrow('the answer was lost');
  return asked;
}

describe.each(['stays', 'goes'] as const)('a row that %s when it is left', (leftRow) => {
  test('is free for others though it was got long after the asker had given up', async () => {
    let attempts = 0;
    const life = open(leftRow, async (sql, ...rest) => {
      const found = await postgres.query(sql, ...rest);
      attempts += 1;
      return found as never;
    });
    const token = await askInVain(life);
    // One attempt to leave it has found nothing.
    await vi.waitFor(() => expect(attempts).toBe(1), { timeout: 10_000, interval: 5 });
    await write({ token, ...ownProcess() });
    const found = await open(leftRow).watch(look, { signal: AbortSignal.timeout(20_000) });
    expect(found?.isLeft ?? true).toBe(true);
    await vi.waitFor(() => expect(life.hasAbandoned(token)).toBe(false), { timeout: 10_000 });
  });

  test('is free at once for the process that has given it up, also while it cannot be left', async () => {
    const life = open(leftRow, () => Promise.reject(new Error('away')));
    const token = await askInVain(life);
    await write({ token, ...ownProcess() });
    expect(await life.watch(look, { signal: AbortSignal.timeout(20_000) })).toMatchObject({
      isLeft: true,
      row: { token },
    });
  });
});
