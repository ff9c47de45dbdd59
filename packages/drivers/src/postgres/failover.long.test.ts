/** The primary goes for good under load and a standby takes its place behind the same address. */
import { setTimeout as sleep } from 'node:timers/promises';
import { debianPostgresFolder, startPostgresPair, type PostgresPair } from '@ibid/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { postgresLock } from '../locks/postgres.ts';
import { openPostgres } from './open-postgres.ts';
import { CAP, LANES, startLoad, type Lane, type Load } from './testing/load.ts';
import { lostOn } from './testing/lost-on.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const isMissing = debianPostgresFolder() === undefined;
const note = isMissing ? ' (skipped: no PostgreSQL of Debian under /usr/lib/postgresql)' : '';

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  // After a failure the load may wait for a server that does not come back.
  for (const end of cleanup.splice(0).toReversed())
    await Promise.race([end(), sleep(10_000, undefined, { ref: false })]);
});

async function begin(
  synchronous: boolean,
  options: Parameters<typeof startLoad>[1] = {},
): Promise<{ pair: PostgresPair; load: Load }> {
  const pair = await startPostgresPair({ synchronous });
  cleanup.push(pair.close);
  const load = await startLoad(pair.url, options);
  cleanup.push(load.stop);
  await load.goesOn();
  await sleep(500);
  return { pair, load };
}

describe.skipIf(isMissing)(`a primary that goes for good${note}`, () => {
  test.each(['cut', 'silent'] as const)(
    'costs nothing that was acknowledged, and everybody goes on by themselves (connections: %s)',
    async (how) => {
      const { pair, load } = await begin(true);
      const [own, other] = [1, 2].map(() => openPostgres({ url: pair.url }));
      const throughout = await postgresLock({ postgres: own!, name: 'throughout' }).acquire();
      if (how === 'silent') pair.lead('nowhere', 'silent');
      await pair.killPrimary();
      pair.lead('nowhere', how);
      await sleep(300);
      load.counts();
      await sleep(700);
      expect(load.counts()).toEqual(new Map());
      await pair.promote();
      pair.lead('standby', how);
      await load.goesOn();
      await expect(postgresLock({ postgres: other!, name: 'throughout' }).acquire()).rejects.toMatchObject({
        code: 'STORE_BUSY',
      });
      expect(throughout.lost.aborted).toBe(false);
      await throughout.release();
      await load.stop();
      expect(load.odd.slice(0, 3)).toEqual([]);
      expect(await lostOn(pair.standbyUrl, load.acknowledged)).toEqual([]);
      expect(load.mostHolders).toEqual({ job: 1, lock: 1 });
      expect(load.highest()).toBeLessThanOrEqual(CAP);
      // Otherwise nobody was in the middle of anything.
      expect(load.failures.some(({ error }) => error.details['outcome'] === 'unknown')).toBe(true);
      expect(load.failures.some(({ lane }) => lane === 'write check')).toBe(true);
      for (const one of [own, other]) await one!.close();
    },
  );

  test('after its standby was away for a while costs nothing that was acknowledged, also when it was asked again', async () => {
    const { pair, load } = await begin(true, { statementTimeoutMs: 700 });
    pair.cutStandbyOff();
    const failed = (lane: Lane): number => load.failures.filter((one) => one.lane === lane).length;
    // What failed is asked again, and may be done already.
    for (const lane of ['ledger', 'erasure'] as const)
      await vi.waitFor(() => expect(failed(lane)).toBeGreaterThan(12), { timeout: 30_000 });
    await pair.killPrimary();
    await pair.promote();
    pair.lead('standby');
    await load.goesOn();
    await load.stop();
    expect(load.odd.slice(0, 3)).toEqual([]);
    expect(await lostOn(pair.standbyUrl, load.acknowledged)).toEqual([]);
  });

  test('that did not wait for its standby has lost writes, which is found out (planted)', async () => {
    const { pair, load } = await begin(false);
    pair.cutStandbyOff();
    await load.goesOn();
    await pair.killPrimary();
    await pair.promote();
    pair.lead('standby');
    // What was settled on the other server alone is reserved on this one for good.
    await load.goesOn(LANES.filter((lane) => lane !== 'ledger'));
    await load.stop();
    expect(load.odd.slice(0, 3)).toEqual([]);
    const lost = await lostOn(pair.standbyUrl, load.acknowledged);
    for (const what of [/^conversation/u, /^feedback/u]) expect(lost.filter((one) => what.test(one))).not.toEqual([]);
  });

  test.each(['for its time', 'until somebody stops the wait', 'until somebody stops the wait, telling errors alone'])(
    'acknowledges nothing that the standby which was to confirm it has not got, waiting %s',
    async (how) => {
      const pair = await startPostgresPair({ synchronous: true });
      cleanup.push(pair.close);
      const isStopped = how !== 'for its time';
      const postgres = openPostgres({ url: pair.url, statementTimeoutMs: isStopped ? 30_000 : 500 });
      const admin = openPostgres({ url: pair.primaryUrl });
      cleanup.push(postgres.close, admin.close);
      if (how.endsWith('errors alone')) await admin.query(`ALTER ROLE ibid SET client_min_messages = 'error'`);
      await postgres.query('CREATE TABLE kept (id int8)');
      pair.cutStandbyOff();
      const stopping = new AbortController();
      const stop = `SELECT pg_cancel_backend(pid)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      if (!isStopped) stopping.abort();
      const stops = (async () => {
        while (!stopping.signal.aborted) {
          await admin.query(stop);
          await sleep(50);
        }
      })();
      const insert = 'INSERT INTO kept VALUES (1)';
      for (const call of [() => postgres.transaction((query) => query(insert)), () => postgres.query(insert)]) {
        const unknown = { code: 'TIMED_OUT', retryable: false, details: { outcome: 'unknown' } };
        await expect(call()).rejects.toMatchObject(unknown);
      }
      stopping.abort();
      await stops;
      // So it is right to say neither that they were written nor that they were not.
      const rows = 'SELECT id FROM kept';
      await vi.waitFor(async () => expect(await admin.query(rows)).toHaveLength(2), { timeout: 10_000 });
      await pair.killPrimary();
      await pair.promote();
      pair.lead('standby');
      expect(await postgres.query(rows)).toEqual([]);
    },
  );
});

describe.skipIf(isMissing)(`an address that leads to a standby which is none but that${note}`, () => {
  test('is an outage, for what only reads as well, and everybody goes on once it leads to the primary', async () => {
    const { pair, load } = await begin(true);
    const reader = openPostgres({ url: pair.url });
    cleanup.push(reader.close);
    const sql = 'SELECT count(*) AS n FROM ibid.session';
    await reader.query(sql);
    pair.lead('standby');
    await sleep(500);
    load.counts();
    const before = load.failures.length;
    await sleep(1_000);
    expect(load.counts()).toEqual(new Map());
    // Some may only now hear that their connection was cut.
    const refusals = load.failures.slice(before).filter(({ error }) => error.details['sqlState'] !== undefined);
    expect(refusals.length).toBeGreaterThan(LANES.length);
    for (const { error } of refusals) {
      expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
      expect(error.message).toContain('it is a standby, or set to read only');
    }
    await expect(reader.query(sql)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    pair.lead('primary');
    await load.goesOn();
    await reader.query(sql);
    await load.stop();
    expect(load.odd.slice(0, 3)).toEqual([]);
    expect(await lostOn(pair.primaryUrl, load.acknowledged)).toEqual([]);
  });
});
