/** The primary goes for good under load and a standby takes its place behind the same address. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  booking,
  debianPostgresFolder,
  ledgerAccount,
  newReservationId,
  startDebianPostgres,
  startPostgresPair,
  tokensOf,
  type PostgresPair,
} from '@ibid/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { postgresLedger } from '../ledgers/postgres.ts';
import { postgresLock } from '../locks/postgres.ts';
import { postgresSessions } from '../sessions/postgres.ts';
import { lookupOf } from '../sessions/seal.ts';
import { KILL_CAPS, killAppended, killSessionId } from '../sessions/testing/kill-turns.ts';
import { openPostgres } from './open-postgres.ts';
import { CAP, LANES, startLoad, type Load } from './testing/load.ts';
import { lostOn } from './testing/lost-on.ts';
import { encodeText } from './text-codec.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const isMissing = debianPostgresFolder() === undefined;
const note = isMissing ? ' (skipped: no PostgreSQL of Debian under /usr/lib/postgresql)' : '';

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  // After a failure the load may wait for a server that does not come back.
  for (const end of cleanup.splice(0).toReversed())
    await Promise.race([end(), sleep(10_000, undefined, { ref: false })]);
});

async function begin(synchronous: boolean): Promise<{ pair: PostgresPair; load: Load }> {
  const pair = await startPostgresPair({ synchronous });
  cleanup.push(pair.close);
  const load = await startLoad(pair.url);
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

  test('after its standby costs no settlement and no erasure, which is not acknowledged when it is asked again either', async () => {
    const pair = await startPostgresPair({ synchronous: true });
    cleanup.push(pair.close);
    const postgres = openPostgres({ url: pair.url, statementTimeoutMs: 500 });
    cleanup.push(postgres.close);
    const [ledger, sessions] = [postgresLedger({ postgres }), postgresSessions({ postgres })];
    for (const driver of [ledger, sessions]) await driver.open();
    const [id, account, conversation] = [newReservationId(), ledgerAccount('all'), killSessionId(1)];
    await ledger.reserve({ id, day: account.day, accounts: [account], most: booking(5) });
    await sessions.append(killAppended(1, 1), KILL_CAPS);
    pair.cutStandbyOff();
    const calls = [() => ledger.settle(id, booking(1)), () => sessions.delete(conversation)];
    // From the second time on there is nothing left to do on the primary.
    for (const call of [...calls, ...calls, ...calls])
      await expect(call()).rejects.toMatchObject({ code: 'TIMED_OUT', details: { outcome: 'unknown' } });
    await pair.killPrimary();
    await pair.promote();
    pair.lead('standby');
    expect(await tokensOf(ledger, account)).toEqual([0, 5]);
    await ledger.settle(id, booking(1));
    expect(await tokensOf(ledger, account)).toEqual([1, 0]);
    expect(await sessions.delete(conversation)).toBe(true);
    for (const driver of [ledger, sessions]) await driver.close();
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

describe.skipIf(isMissing)(`what is looked for after a failover${note}`, () => {
  test('is missed whatever it is: a turn, a conversation, an erasure, a settlement, a verdict, a job (planted)', async () => {
    const server = await startDebianPostgres();
    cleanup.push(server.close);
    const load = await startLoad(server.url);
    cleanup.push(load.stop);
    await load.goesOn();
    await load.stop();
    const { turns, begun, erased, settled, feedback, ended } = load.acknowledged;
    expect([...turns.keys()].toSorted()).toEqual([0, 1]);
    expect(settled.get('session:0')).toBeGreaterThan(0);
    expect(await lostOn(server.url, load.acknowledged)).toEqual([]);

    const postgres = openPostgres({ url: server.url });
    cleanup.push(postgres.close);
    const sessions = postgresSessions({ postgres });
    await sessions.open();
    await postgres.query(
      `DELETE FROM ibid.session_turn USING ibid.session
       WHERE session.id = session_turn.session AND lookup = $1 AND number = current_turn`,
      [lookupOf(killSessionId(0))],
    );
    for (const id of [killSessionId(1), begun[0]!])
      await postgres.query('DELETE FROM ibid.session WHERE lookup = $1', [lookupOf(id)]);
    const again = { ...killAppended(0, 1), sessionId: erased[0]! };
    await sessions.append(again, { maxBytes: 100_000, maxSessions: 1_000_000 });
    await postgres.query('DELETE FROM ibid.ledger_account WHERE key = $1', [encodeText('session:0')]);
    await postgres.query('DELETE FROM ibid.feedback WHERE request_id = $1', [feedback[0]!]);
    await postgres.query('DELETE FROM ibid.job WHERE id = $1', [ended.at(-1)!]);
    const missed = [
      'session 0: turn',
      'session 1: turn',
      `conversation ${begun[0]}`,
      `erasure of ${erased[0]}`,
      'session:0: ',
      `feedback ${feedback[0]}`,
      `job ${ended.at(-1)}`,
    ];
    const lost = await lostOn(server.url, load.acknowledged);
    expect(lost.map((one) => missed.find((what) => one.startsWith(what)) ?? one).toSorted()).toEqual(missed.toSorted());
    await sessions.close();
  });
});
