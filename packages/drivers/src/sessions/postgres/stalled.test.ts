/** New sessions wait for one another, so a database that stalls must not make each of them wait for all before it. */
import { openPostgresService, sessionIdOf, sketchAppended, WIDE, type PostgresService } from '@ibid/testkit';
import type { SessionDriver } from '@ibid/core/types';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { faultyWire, type FaultyWire } from '../../postgres/testing/faulty-wire.ts';
import { postgresSessions } from '../postgres.ts';

const CROWD = Array.from({ length: 40 }, (_, i) => i + 1);
/** Far longer than any test may take, so that only what is under test can end a wait. */
const FOR_EVER_MS = 600_000;

let service: PostgresService;
let wire: FaultyWire;
let postgres: Postgres;
let driver: SessionDriver;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());
beforeEach(async () => {
  wire = await faultyWire(service.url);
  postgres = openPostgres({
    url: wire.url,
    schema: service.freshSchema(),
    statementTimeoutMs: FOR_EVER_MS,
    connectTimeoutMs: FOR_EVER_MS,
  });
});
afterEach(async () => {
  wire.fate = () => 'pass';
  await driver.close();
  await postgres.close();
  const owner = openPostgres({ url: service.url });
  await owner.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
  await owner.close();
  await wire.close();
});

async function open(newPatienceMs: number): Promise<void> {
  driver = postgresSessions({ postgres, newPatienceMs });
  await driver.open();
}

function begin(session: number, signal?: AbortSignal): Promise<void> {
  return driver.append(sketchAppended(session, 1), WIDE, signal && { signal });
}

/** From now on the server answers to nothing of this. */
function stall(words: string): void {
  wire.fate = (bytes) => (bytes.includes(words) ? 'silence' : 'pass');
}

async function codesOf(calls: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  const ends = await Promise.allSettled(calls);
  return ends.map((end) => (end.status === 'rejected' ? [end.reason.code, end.reason.retryable] : 'kept'));
}

test('a crowd of new sessions waits once for all, not each for those before it, and the next one is kept', async () => {
  await open(400);
  stall('INSERT');
  const [first, ...others] = await codesOf(CROWD.map((session) => begin(session)));
  expect(first).toEqual(['TIMED_OUT', true]);
  expect(others).toEqual(others.map(() => ['UPSTREAM_FAILED', true]));
  wire.fate = () => 'pass';
  await begin(99);
  expect((await driver.read(sessionIdOf(99)))?.currentTurn).toBe(1);
});

test('those who left stand in nobody’s way', async () => {
  await open(FOR_EVER_MS);
  stall('INSERT');
  const abort = new AbortController();
  const crowd = CROWD.map((session) => begin(session, abort.signal));
  abort.abort();
  expect(await codesOf(crowd)).toEqual(crowd.map(() => ['ABORTED', false]));
  wire.fate = () => 'pass';
  await begin(99);
});
