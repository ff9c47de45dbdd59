/** What only the tables of turns can show; the rest is in the suite of all sessions. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openPostgresService, sessionIdOf, type PostgresService } from '@ibid/testkit';
import type { HeldTurn } from '@ibid/core/types';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SERVER_TIME } from '../../postgres/heartbeat.ts';
import { ownProcess } from '../../files/holder-process.ts';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres, Query } from '../../postgres/postgres.ts';
import { lookupOf } from '../seal.ts';
import { SESSION_TABLES } from './session-tables.ts';
import { sessionTurns, type OwnTurns } from './session-turns.ts';

const ID = sessionIdOf(1);
const PATIENCE_MS = 400;

let service: PostgresService;
let postgres: Postgres;
beforeAll(async () => {
  service = await openPostgresService();
});
beforeEach(async () => {
  postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
  await postgres.migrate('sessions', SESSION_TABLES);
});
afterEach(async () => {
  await postgres.query(`DROP SCHEMA ${postgres.schema} CASCADE`);
  await postgres.close();
});
afterAll(() => service.close());

function openTurns(own: Partial<Postgres> = {}): OwnTurns {
  return sessionTurns({ postgres: { ...postgres, ...own }, beatMs: 20, patienceMs: PATIENCE_MS });
}

/** Finds nobody dead while a test runs. */
function openPatient(own: Partial<Postgres> = {}): OwnTurns {
  return sessionTurns({ postgres: { ...postgres, ...own }, beatMs: 20, patienceMs: 3_600_000 });
}

/** The first statement with these words fails: one that leaves a row before it is sent, any other after it was written. */
function failingOnce(words: RegExp): { readonly query: Postgres['query']; hasFailed(): boolean } {
  let hasFailed = false;
  return {
    async query(sql, ...rest) {
      const fails = !hasFailed && words.test(sql);
      hasFailed ||= fails;
      if (fails && /^\s*DELETE/u.test(sql)) throw new Error('away');
      const found = await postgres.query(sql, ...rest);
      if (fails) throw new Error('the answer was lost');
      return found as never;
    },
    hasFailed: () => hasFailed,
  };
}

async function rows(table: 'session_place' | 'session_line'): Promise<number> {
  const [row] = await postgres.query<{ readonly n: number }>(`SELECT count(*) AS n FROM ${postgres.schema}.${table}`);
  return row!.n;
}

async function untilInLine(waiting: number): Promise<void> {
  await vi.waitFor(async () => expect(await rows('session_line')).toBe(waiting), { timeout: 10_000, interval: 5 });
}

/** As SQL. */
function hoursAgo(hours: number): string {
  return `${SERVER_TIME} - ${hours * 3_600_000_000}`;
}

/** Enters, notes it, and leaves. */
async function enterAs(turns: OwnTurns, name: string, order: string[]): Promise<void> {
  const { leave } = await turns.enter(ID);
  order.push(name);
  await leave();
}

test('comes to those of several processes in the order in which they began to wait', async () => {
  const held = await openTurns().enter(ID);
  const order: string[] = [];
  const entering: Promise<void>[] = [];
  for (const [i, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    entering.push(enterAs(openTurns(), name, order));
    await untilInLine(i + 1);
  }
  await held.leave();
  await Promise.all(entering);
  expect(order).toEqual(['first', 'second', 'third', 'fourth']);
});

test('leaves nothing behind, neither of those who had it nor of those who waited or gave up', async () => {
  const [one, other] = [openTurns(), openTurns()];
  const held = await one.enter(ID);
  const controller = new AbortController();
  const waiting = other.enter(ID, { signal: controller.signal });
  await untilInLine(1);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
  const next = other.enter(ID);
  await untilInLine(1);
  await held.leave();
  await (await next).leave();
  expect([await rows('session_place'), await rows('session_line')]).toEqual([0, 0]);
});

test('costs two statements where nobody else wants it: one to enter and one to leave', async () => {
  const asked: string[] = [];
  const query: Query = (sql, values) => {
    asked.push(/INSERT|DELETE|SELECT|UPDATE/u.exec(sql)![0]);
    return postgres.query(sql, values);
  };
  const { leave } = await sessionTurns({ postgres: { ...postgres, query }, beatMs: 60_000, patienceMs: 60_000 }).enter(
    ID,
  );
  await leave();
  expect(asked).toEqual(['INSERT', 'DELETE']);
});

test('gives away no id', async () => {
  const held = await openTurns().enter(ID);
  const [row] = await postgres.query<{ readonly all: string }>(
    `SELECT held::text AS all FROM ${postgres.schema}.session_place AS held`,
  );
  expect(row!.all).toContain(Buffer.from(lookupOf(ID)).toString('hex'));
  expect(row!.all.replaceAll('-', '')).not.toContain(ID.replaceAll('-', ''));
  await held.leave();
});

test.skipIf(process.platform !== 'linux')(
  'is overtaken at once where its holder was a process of this host that has ended',
  async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    const { host, space } = ownProcess();
    await postgres.query(
      `INSERT INTO ${postgres.schema}.session_place (lookup, token, host, space, pid, beat)
     VALUES ($1, 'dead', $2, $3, $4, ${SERVER_TIME})`,
      [lookupOf(ID), host, space, child.pid!],
    );
    const patient = sessionTurns({ postgres, beatMs: 20, patienceMs: 600_000 });
    const { leave } = await patient.enter(ID, { signal: AbortSignal.timeout(20_000) });
    await leave();
    expect(await rows('session_place')).toBe(0);
  },
);

test.each([
  ['shows no life any more', SERVER_TIME],
  ['died before the clock of the server was set back', hoursAgo(-0.5)],
])('passes over one in line who %s', async (_, beat) => {
  await postgres.query(
    `INSERT INTO ${postgres.schema}.session_line (ticket, lookup, token, beat) VALUES (1, $1, 'dead', ${beat})`,
    [lookupOf(ID)],
  );
  const held = await openTurns().enter(ID, { signal: AbortSignal.timeout(20 * PATIENCE_MS) });
  await held.leave();
  expect(await rows('session_line')).toBe(1);
});

test('goes on after the server has forgotten who had it and who waited, and tells who had it', async () => {
  const [one, other] = [openTurns(), openTurns()];
  const held = await one.enter(ID);
  const next = other.enter(ID);
  await untilInLine(1);
  const lost = once(held.lost, 'abort');
  // What a crash of the server does to tables that are not logged.
  await postgres.query(`TRUNCATE ${postgres.schema}.session_place, ${postgres.schema}.session_line`);
  await lost;
  await (await next).leave();
  await held.leave();
  expect([await rows('session_place'), await rows('session_line')]).toEqual([0, 0]);
});

test('is not held by one whose entering failed, though it was written', async () => {
  let isPlanted = true;
  const query: Postgres['query'] = async (sql, values, options) => {
    const found = await postgres.query(sql, values, options);
    if (!isPlanted || !sql.includes('taken')) return found as never;
    isPlanted = false;
    throw new Error('the answer was lost');
  };
  const turns = openTurns({ query });
  await expect(turns.enter(ID)).rejects.toThrow('the answer was lost');
  await vi.waitFor(async () => expect(await rows('session_place')).toBe(0));
});

test('leaves quietly where the server is away, and is overtaken', async () => {
  let isAway = false;
  const query: Postgres['query'] = (sql, values, options) =>
    isAway ? Promise.reject(new Error('away')) : postgres.query(sql, values, options);
  const turns = openTurns({ query });
  const held = await turns.enter(ID);
  isAway = true;
  await held.leave();
  isAway = false;
  expect(await rows('session_place')).toBe(1);
  const again: HeldTurn = await turns.enter(ID, { signal: AbortSignal.timeout(20 * PATIENCE_MS) });
  await again.leave();
  expect(await rows('session_place')).toBe(0);
});

test.each([
  ['leaving failed once', '^DELETE', 'session_place'],
  ['entering was written without an answer', 'taken', 'session_place'],
  ['giving up in line failed once', '^DELETE .*WHERE ticket', 'session_line'],
  ['queueing up was written without an answer', 'INSERT INTO .*session_line', 'session_line'],
] as const)('is free for others where %s, though its process lives', async (_, words, table) => {
  const failing = failingOnce(new RegExp(words, 'u'));
  const turns = openPatient({ query: failing.query });
  const other = openPatient();
  const isInLine = table === 'session_line';
  const before = isInLine ? await other.enter(ID) : undefined;
  const controller = new AbortController();
  const entering = turns.enter(ID, { signal: controller.signal });
  const ended = entering.then(
    (turn) => turn.leave(),
    () => undefined,
  );
  if (isInLine)
    await vi.waitUntil(async () => failing.hasFailed() || (await rows('session_line')) > 0, { timeout: 10_000 });
  controller.abort();
  await ended;
  expect(failing.hasFailed()).toBe(true);
  await before?.leave();
  const next = await other.enter(ID, { signal: AbortSignal.timeout(20_000) });
  await next.leave();
  await vi.waitFor(async () => expect(await rows(table)).toBe(0), { timeout: 10_000 });
});

test('is had at once by the process that has given it up, though the server cannot be told', async () => {
  const failing = failingOnce(/taken/u);
  const query: Postgres['query'] = (sql, ...rest) =>
    sql.includes('ANY (') ? Promise.reject(new Error('away')) : failing.query(sql, ...rest);
  const turns = openPatient({ query });
  await expect(turns.enter(ID)).rejects.toThrow('the answer was lost');
  expect(await rows('session_place')).toBe(1);
  const next = await turns.enter(ID, { signal: AbortSignal.timeout(20_000) });
  await next.leave();
  expect(await rows('session_place')).toBe(0);
});

test('is swept away where its holder died long ago, by the clock of then or of now, and nobody came after it', async () => {
  const turns = openTurns();
  const held = await turns.enter(ID);
  const stamps = [1.1, 0.9, -0.9, -1.1].map((hours, i) => [i + 1, hoursAgo(hours)] as const);
  await postgres.query(
    `INSERT INTO ${postgres.schema}.session_place (lookup, token, host, space, pid, beat)
     VALUES ${stamps.map(([i, beat]) => `('${i}', '${i}', '', '', 1, ${beat})`).join()}`,
  );
  await postgres.query(
    `INSERT INTO ${postgres.schema}.session_line (ticket, lookup, token, beat)
     VALUES ${stamps.map(([i, beat]) => `(${i}, '${i}', '${i}', ${beat})`).join()}`,
  );
  await turns.sweep();
  expect([await rows('session_place'), await rows('session_line')]).toEqual([3, 2]);
  expect(held.lost.aborted).toBe(false);
  await held.leave();
});
