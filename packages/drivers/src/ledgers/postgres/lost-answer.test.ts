import type { LedgerDriver } from '@ibid/core/types';
import {
  booking,
  ledgerAccount,
  newReservationId,
  openPostgresService,
  tokensOf,
  tryReserve,
  type PostgresService,
} from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresLedger } from '../postgres.ts';
import { cuttingProxy, type CuttingProxy } from './cutting-proxy-fixture.ts';

const ACCOUNT = ledgerAccount('all', { maxTokens: 100 });
const UNBOOKED = { code: 'UPSTREAM_FAILED', retryable: true, message: expect.stringContaining('nothing was booked') };

let service: PostgresService;
let proxy: CuttingProxy;
beforeAll(async () => {
  service = await openPostgresService();
  proxy = await cuttingProxy(service.url);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

/** Through the proxy, and around it. */
let cut: Postgres;
let straight: Postgres;
let driver: LedgerDriver;
let other: LedgerDriver;
beforeEach(async () => {
  const schema = service.freshSchema();
  cut = openPostgres({ url: proxy.url, schema });
  straight = openPostgres({ url: service.url, schema });
  driver = postgresLedger({ postgres: cut, patienceMs: 300 });
  other = postgresLedger({ postgres: straight });
  await other.open();
  await driver.open();
});
afterEach(async () => {
  proxy.block(false);
  await driver.close();
  await other.close();
  await straight.query(`DROP SCHEMA ${straight.schema} CASCADE`);
  await cut.close();
  await straight.close();
});

test('a reservation whose answer is lost is taken back before the call rejects', async () => {
  const cutting = proxy.cut('ledger_reserve', 'answer');
  await expect(tryReserve(driver, [ACCOUNT], booking(70))).rejects.toMatchObject(UNBOOKED);
  await cutting;
  expect(await tokensOf(other, ACCOUNT)).toEqual([0, 0]);
  expect((await tryReserve(driver, [ACCOUNT], booking(100))).refusedBy).toBeUndefined();
});

test('it is so for each of those that were asked for at once, and for no other', async () => {
  await tryReserve(driver, [ACCOUNT], booking(7));
  const first = tryReserve(driver, [ACCOUNT], booking(1));
  const group = [20, 30].map((tokens) => tryReserve(driver, [ACCOUNT], booking(tokens)));
  const outcomes = Promise.allSettled(group);
  await first;
  await proxy.cut('ledger_reserve', 'answer');
  for (const one of await outcomes) expect(one).toMatchObject({ status: 'rejected', reason: UNBOOKED });
  expect(await tokensOf(other, ACCOUNT)).toEqual([0, 8]);
});

/** What is booked after a statement has reached the server only after its call was given up. */
async function bookedLate(late: LedgerDriver): Promise<number> {
  const cutting = proxy.cut('ledger_reserve', 'statement');
  const reservation = { id: newReservationId(), day: ACCOUNT.day, accounts: [ACCOUNT], most: booking(70) };
  await expect(late.reserve(reservation)).rejects.toMatchObject(UNBOOKED);
  await cutting;
  await proxy.deliver();
  const [, reserved] = await tokensOf(other, ACCOUNT);
  await other.settle(reservation.id, booking(5));
  return reserved;
}

test('a statement that reaches the server only after its call was given up books nothing any more', async () => {
  expect(await bookedLate(driver)).toBe(0);
  expect(await tokensOf(other, ACCOUNT)).toEqual([0, 0]);
});

test('a ledger that looks only at what is there already is found out (planted)', async () => {
  const query: Postgres['query'] = async (sql, ...rest) =>
    /ON CONFLICT \(id\)/u.test(sql) ? [] : cut.query(sql, ...rest);
  const hasty = postgresLedger({ postgres: { ...cut, query } });
  await hasty.open();
  expect(await bookedLate(hasty)).toBe(70);
  await hasty.close();
});

test('a server that stays away does not keep the caller for ever, and is told when it is back', async () => {
  const cutting = proxy.cut('ledger_reserve', 'answer');
  const reserving = tryReserve(driver, [ACCOUNT], booking(70)).catch((error: unknown) => error);
  await cutting;
  proxy.block(true);
  expect(await reserving).toMatchObject({ code: 'UPSTREAM_FAILED', details: { outcome: 'unknown' } });
  expect(await tokensOf(other, ACCOUNT)).toEqual([0, 70]);
  proxy.block(false);
  await expect.poll(() => tokensOf(other, ACCOUNT), { timeout: 5000 }).toEqual([0, 0]);
});

test('closing takes back what is left, and goes where the server stays away', async () => {
  for (const isAway of [false, true]) {
    const cutting = proxy.cut('ledger_reserve', 'answer');
    const reserving = tryReserve(driver, [ACCOUNT], booking(isAway ? 70 : 30)).catch((error: unknown) => error);
    await cutting;
    proxy.block(true);
    await reserving;
    proxy.block(isAway);
    await driver.close();
    expect(await tokensOf(other, ACCOUNT)).toEqual([0, isAway ? 70 : 0]);
    if (!isAway) await driver.open();
  }
});

test('what was settled is settled once, also when the answer is lost', async () => {
  const { id } = await tryReserve(driver, [ACCOUNT], booking(70));
  // What may be repeated is, so its caller notices nothing.
  const cutting = proxy.cut('ledger_settle', 'answer');
  await driver.settle(id, booking(30));
  await cutting;
  expect(await tokensOf(other, ACCOUNT)).toEqual([30, 0]);
});

test('what may have been settled is never said not to be', async () => {
  const { id } = await tryReserve(driver, [ACCOUNT], booking(70));
  const cutting = proxy.cut('ledger_settle', 'answer');
  const settling = driver.settle(id, booking(30)).catch((error: unknown) => error);
  await cutting;
  proxy.block(true);
  expect(await settling).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: false, details: { outcome: 'unknown' } });
  expect(await tokensOf(other, ACCOUNT)).toEqual([30, 0]);
});
