/** What only connections that truly work at the same time can show. */
import { keptRequests, needsServer, openPostgresService, sketchFeedback, type PostgresService } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresFeedback } from '../postgres.ts';

let service: PostgresService;
const opened: Postgres[] = [];

beforeAll(async () => {
  if (!needsServer.isMissing) service = await openPostgresService();
});
afterEach(async () => {
  await opened[0]?.query(`DROP SCHEMA IF EXISTS ${opened[0].schema} CASCADE`);
  for (const postgres of opened.splice(0)) await postgres.close();
});
afterAll(() => service?.close());

test.skipIf(needsServer.isMissing)(
  `the cap holds at every moment, and the newest stay, while 8 connections put${needsServer.note}`,
  async () => {
    const schema = service.freshSchema();
    const counts: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const postgres = openPostgres({ url: service.url, schema, maxConnections: 2 });
        opened.push(postgres);
        const driver = postgresFeedback({ postgres });
        await driver.open();
        for (let n = 0; n < 20; n++) {
          await driver.put(sketchFeedback(8 * n + i), 10);
          counts.push(await driver.count());
        }
      }),
    );
    expect(Math.max(...counts)).toBe(10);
    const driver = postgresFeedback({ postgres: opened[0]! });
    await driver.open();
    // Given last by each: what comes late and is old takes the place of one of the others at most.
    const kept = await keptRequests(driver);
    expect(kept.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, i) => 159 - i));
    expect(kept.length).toBe(10);
  },
);
