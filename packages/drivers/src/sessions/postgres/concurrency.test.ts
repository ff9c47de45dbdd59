/** What only connections that truly work at the same time can show. */
import {
  needsServer,
  openPostgresService,
  sessionIdOf,
  sketchAppended,
  WIDE,
  type PostgresService,
} from '@ibid/testkit';
import { IbidError } from '@ibid/core';
import type { SessionDriver } from '@ibid/core/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres, Query } from '../../postgres/postgres.ts';
import { postgresSessions } from '../postgres.ts';

const WRITERS = 8;

let service: PostgresService;
let schema: string;
const opened: Postgres[] = [];

beforeAll(async () => {
  if (!needsServer.isMissing) service = await openPostgresService();
});
afterEach(async () => {
  await opened[0]?.query(`DROP SCHEMA IF EXISTS ${opened[0].schema} CASCADE`);
  for (const postgres of opened.splice(0)) await postgres.close();
});
afterAll(() => service?.close());

/** As many as there are replicas, each with connections of its own. */
async function openWriters(
  writers: number,
  change: (postgres: Postgres) => Postgres = (postgres) => postgres,
): Promise<readonly SessionDriver[]> {
  schema = service.freshSchema();
  return Promise.all(
    Array.from({ length: writers }, async () => {
      const postgres = openPostgres({ url: service.url, schema, maxConnections: 2 });
      opened.push(postgres);
      const driver = postgresSessions({ postgres: change(postgres) });
      await driver.open();
      return driver;
    }),
  );
}

/** What the kept count says beyond the sessions there are. */
async function miscounted(): Promise<number> {
  const [row] = await opened[0]!.query<{ readonly difference: number }>(
    `SELECT ((SELECT sum(delta) FROM "${schema}".session_count) - count(*))::int8 AS difference FROM "${schema}".session`,
  );
  return row!.difference;
}

/** Whether it happened; `false` = someone else was faster. */
async function wins(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (IbidError.is(error, 'STORE_BUSY')) return false;
    throw error;
  }
}

/** Lets statements through that match, but only once as many wait here as there are writers. */
function meetAt(statement: RegExp, writers: number): (query: Query) => Query {
  const met = Promise.withResolvers<void>();
  let waiting = 0;
  return (query) => async (sql, values) => {
    const rows = await query(sql, values);
    if (statement.test(sql)) {
      waiting += 1;
      if (waiting === writers) met.resolve();
      await met.promise;
    }
    return rows as never;
  };
}

function withQuery(postgres: Postgres, change: (query: Query) => Query): Postgres {
  return { ...postgres, transaction: (work, options) => postgres.transaction((query) => work(change(query)), options) };
}

/** Both begin a session of their own under a cap of one; how many there are afterwards. */
async function beginTwo([one, other]: readonly SessionDriver[]): Promise<number> {
  const caps = { ...WIDE, maxSessions: 1 };
  await Promise.all([one!.append(sketchAppended(1, 1), caps), other!.append(sketchAppended(2, 1), caps)]);
  return one!.count();
}

describe.skipIf(needsServer.isMissing)(`sessions of several processes at once${needsServer.note}`, () => {
  test(`one of ${WRITERS} connections wins each turn of a session`, async () => {
    const writers = await openWriters(WRITERS);
    const turns = 25;
    const won = await Promise.all(
      writers.map(async (writer, i) => {
        const mine: number[] = [];
        for (let newest = 0; newest < turns; newest = (await writer.read(sessionIdOf(1)))?.currentTurn ?? 0) {
          const appended = sketchAppended(1, newest + 1, { response: `of ${i}` });
          if (await wins(writer.append(appended, WIDE))) mine.push(newest + 1);
        }
        return mine;
      }),
    );
    const all = won.flatMap((numbers, i) => numbers.map((number) => [number, `of ${i}`] as const));
    const kept = (await writers[0]!.read(sessionIdOf(1)))!.turns;
    expect(kept.map(({ number, response }) => [number, response])).toEqual(all.toSorted(([a], [b]) => a - b));
    expect(kept.length).toBe(turns);
  });

  test(`one of ${WRITERS} connections begins a session`, async () => {
    const writers = await openWriters(WRITERS);
    for (let session = 1; session <= 10; session++) {
      const begun = await Promise.all(writers.map((writer) => wins(writer.append(sketchAppended(session, 1), WIDE))));
      expect(begun.filter(Boolean).length).toBe(1);
    }
  });

  test(`the cap on sessions holds at every moment while ${WRITERS} connections begin some`, async () => {
    const writers = await openWriters(WRITERS);
    const caps = { ...WIDE, maxSessions: 5 };
    const seen: number[] = [];
    const begin = async (writer: SessionDriver, i: number): Promise<void> => {
      for (let n = 0; n < 12; n++) {
        await writer.append(sketchAppended(100 * i + n, 1), caps);
        // A session that is used while others make room either goes on or has gone; it never stops the others.
        await wins(writer.append(sketchAppended(100 * i + n, 2), caps));
        seen.push(await writer.count());
      }
    };
    await Promise.all(writers.map(begin));
    expect(Math.max(...seen)).toBe(5);
    expect(await miscounted()).toBe(0);
  });

  test(`the cap on bytes holds while ${WRITERS} connections append`, async () => {
    const writers = await openWriters(WRITERS);
    const maxBytes = 2000;
    await writers[0]!.append(sketchAppended(1, 1), { ...WIDE, maxBytes });
    const sizes: number[] = [];
    await Promise.all(
      writers.map(async (writer) => {
        for (let n = 0; n < 10; n++) {
          const { currentTurn, turns } = (await writer.read(sessionIdOf(1)))!;
          sizes.push(turns.reduce((sum, turn) => sum + Buffer.byteLength(JSON.stringify(turn)), 0));
          const appended = sketchAppended(1, currentTurn + 1, { response: 'x'.repeat(50 * (n + 1)) });
          await wins(writer.append(appended, { ...WIDE, maxBytes }));
        }
      }),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes);
    expect(Math.max(...sizes)).toBeGreaterThan(maxBytes / 2);
  });

  test(`idle sessions go once, though ${WRITERS} connections look for them while others are used`, async () => {
    const writers = await openWriters(WRITERS);
    for (let session = 0; session < 300; session++) {
      await writers[session % WRITERS]!.append(sketchAppended(session, 1), WIDE);
    }
    const using = writers.map(async (writer, i) => {
      for (let session = i; session < 300; session += 10)
        await wins(writer.append(sketchAppended(session, 2, { at: '2026-03-01T00:00:00.000Z' }), WIDE));
    });
    const deleted = await Promise.all(writers.map((writer) => writer.deleteIdleSince('2026-02-01T00:00:00.000Z')));
    await Promise.all(using);
    const sum = deleted.reduce((all, one) => all + one, 0);
    expect(sum + (await writers[0]!.count())).toBe(300);
    expect(sum).toBeGreaterThan(0);
    expect(await miscounted()).toBe(0);
  });

  test('the cap would be passed without the lock (planted)', async () => {
    expect(await beginTwo(await openWriters(2))).toBe(1);
    const meet = meetAt(/sum\(delta\)/u, 2);
    const unlocked = await openWriters(2, (postgres) =>
      withQuery(postgres, (query) =>
        meet(async (sql, values) => (sql.includes('pg_advisory_xact_lock') ? [] : query(sql, values))),
      ),
    );
    expect(await beginTwo(unlocked)).toBe(2);
  });

  test('two would take one turn without the lock on its session (planted)', async () => {
    const meet = meetAt(/SELECT id, salt/u, 2);
    let isPlanted = false;
    const [one, other] = await openWriters(2, (postgres) =>
      withQuery(postgres, (query) => {
        const met = meet((sql, values) => query(sql.replace('FOR UPDATE', ''), values));
        return (sql, values) => (isPlanted ? met : query)(sql, values);
      }),
    );
    await one!.append(sketchAppended(1, 1), WIDE);
    isPlanted = true;
    const both = [one!, other!].map((writer) => wins(writer.append(sketchAppended(1, 2), WIDE)));
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
    // The table's key still stops the second, but it is told of a failure instead of a faster one.
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test(`${WRITERS} connections take turns on a few sessions, none at once and none refused (R19)`, async () => {
    const writers = await openWriters(WRITERS);
    const { most, refused } = await takeTurns(writers, 120);
    expect([most, refused]).toEqual([1, 0]);
    const kept = await Promise.all([0, 1, 2].map((session) => writers[0]!.read(sessionIdOf(session))));
    expect(kept.map((session) => session?.currentTurn)).toEqual([40, 40, 40]);
  });

  test('some would be at one session at once where everyone overtakes the living (planted)', async () => {
    const writers = await openWriters(WRITERS, (postgres) => ({
      ...postgres,
      query: (sql, values, options) =>
        postgres.query(
          sql.replace('WHERE held.token = $6 AND held.beat = $7', 'WHERE $6::text IS NULL OR $7::int8 IS NULL'),
          values,
          options,
        ),
    }));
    const { most, refused } = await takeTurns(writers, 120);
    expect(most).toBeGreaterThan(1);
    expect(refused).toBeGreaterThan(0);
  });
});

/** So many requests on three sessions, all at once: the most that were at one session, and how many appended in vain. */
async function takeTurns(
  writers: readonly SessionDriver[],
  requests: number,
): Promise<{ readonly most: number; readonly refused: number }> {
  const inside = [0, 0, 0];
  let most = 0;
  const outcomes = await Promise.all(
    Array.from({ length: requests }, async (_, i) => {
      const [writer, session] = [writers[i % writers.length]!, i % 3];
      const { leave } = await writer.turns!.enter(sessionIdOf(session));
      most = Math.max(most, ++inside[session]!);
      const { currentTurn = 0 } = (await writer.read(sessionIdOf(session))) ?? {};
      const isKept = await wins(writer.append(sketchAppended(session, currentTurn + 1), WIDE));
      inside[session]! -= 1;
      await leave();
      return isKept;
    }),
  );
  return { most, refused: outcomes.filter((isKept) => !isKept).length };
}
