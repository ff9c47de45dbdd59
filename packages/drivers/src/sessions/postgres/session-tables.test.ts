/** Tickets as servers of the version before draw them, which leave them to the default of the column. */
import { openPostgresService, sessionIdOf, type PostgresService } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SERVER_TIME } from '../../postgres/heartbeat.ts';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { lookupOf } from '../seal.ts';
import { SESSION_TABLES } from './session-tables.ts';
import { turnStatements } from './turn-statements.ts';

const LOOKUP = lookupOf(sessionIdOf(1));

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

async function drawTicket(token: string): Promise<number> {
  const [row] = await postgres.query<{ readonly ticket: number }>(
    `INSERT INTO ${postgres.schema}.session_line (lookup, token, beat) VALUES ($1, $2, ${SERVER_TIME}) RETURNING ticket`,
    [LOOKUP, token],
  );
  return row!.ticket;
}

test('servers of two versions stand in one line in the order in which they came', async () => {
  const { queueUp } = turnStatements(postgres, 10_000);
  const tickets = [
    await queueUp(LOOKUP, 'new 1'),
    await drawTicket('old 1'),
    await queueUp(LOOKUP, 'new 2'),
    await queueUp(LOOKUP, 'new 3'),
  ];
  // The order within a millisecond is nobody's.
  await postgres.query('SELECT pg_sleep(0.002)::text AS waited');
  tickets.push(await drawTicket('old 2'), await queueUp(LOOKUP, 'new 4'));
  expect(tickets).toEqual(tickets.toSorted((a, b) => a - b));
  expect(new Set(tickets).size).toBe(tickets.length);
});

test('tickets of the same instant differ, and those of a later one are higher', async () => {
  const [column] = await postgres.query<{ readonly drawn: string }>(
    `SELECT pg_get_expr(adbin, adrelid) AS drawn FROM pg_attrdef WHERE adrelid = '${postgres.schema}.session_line'::regclass`,
  );
  const draw = async (instant: string): Promise<number> => {
    const sql = column!.drawn.replace('clock_timestamp()', `timestamptz '${instant}'`);
    const [row] = await postgres.query<{ readonly ticket: number }>(`SELECT ${sql} AS ticket`);
    return row!.ticket;
  };
  const tickets: number[] = [];
  for (let i = 0; i < 8; i++) tickets.push(await draw('2030-01-01T00:00:00.000Z'));
  expect(new Set(tickets).size).toBe(8);
  expect(await draw('2030-01-01T00:00:00.001Z')).toBeGreaterThan(Math.max(...tickets));
  expect(await draw('2109-01-01T00:00:00Z')).toBeLessThan(Number.MAX_SAFE_INTEGER);
});
