import { randomUUID } from 'node:crypto';
import {
  describeSessions,
  openPostgresService,
  sessionIdOf,
  sketchAppended,
  WIDE,
  type PostgresService,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER_TIME } from '../postgres/heartbeat.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { databaseFiles } from '../postgres/testing/database-files.ts';
import { postgresSessions } from './postgres.ts';
import { lookupOf } from './seal.ts';

const PATIENCE_MS = 400;

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
}, 60_000);
afterAll(() => service.close());

describeSessions({
  name: 'postgres',
  lacks: [],
  make: async () => {
    const postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
    const files = await databaseFiles(postgres);
    return {
      driver: () => postgresSessions({ postgres, beatMs: 20, patienceMs: PATIENCE_MS }),
      bytes: files.bytes,
      turns: {
        patienceMs: PATIENCE_MS,
        async takeAway(id) {
          await postgres.query(
            `INSERT INTO ${postgres.schema}.session_place (lookup, token, host, space, pid, beat)
             VALUES ($1, $2, 'elsewhere', 'elsewhere', 1, ${SERVER_TIME})
             ON CONFLICT (lookup) DO UPDATE SET token = $2, beat = excluded.beat`,
            [lookupOf(id), randomUUID()],
          );
        },
      },
      async remove() {
        await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
        await postgres.close();
      },
    };
  },
});

async function withPostgres(work: (postgres: Postgres) => Promise<void>): Promise<void> {
  const postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
  try {
    await work(postgres);
  } finally {
    await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
    await postgres.close();
  }
}

describe('what lies in the database of sessions', () => {
  const appended = { ...sketchAppended(1, 1, { response: 'CANARY-WORDS' }), metadata: { secret: 'CANARY-WORDS' } };

  test('gives away neither words nor ids, not even of sessions that are there', async () => {
    await withPostgres(async (postgres) => {
      const files = await databaseFiles(postgres);
      const driver = postgresSessions({ postgres });
      await driver.open();
      await driver.append(appended, WIDE);
      const left = Buffer.from(await files.bytes());
      const id = sessionIdOf(1);
      for (const words of ['CANARY-WORDS', id, id.replaceAll('-', '')]) expect(left.includes(words)).toBe(false);
      expect(left.includes(Buffer.from(id.replaceAll('-', ''), 'hex'))).toBe(false);
    });
  });

  test('would be found where it is not sealed, also after it was deleted (planted)', async () => {
    await withPostgres(async (postgres) => {
      await postgres.migrate('plain', [(schema) => `CREATE TABLE ${schema}.plain (words text)`]);
      const files = await databaseFiles(postgres);
      await postgres.query(`INSERT INTO ${postgres.schema}.plain VALUES ('CANARY-WORDS')`);
      await postgres.query(`DELETE FROM ${postgres.schema}.plain`);
      expect(Buffer.from(await files.bytes()).includes('CANARY-WORDS')).toBe(true);
    });
  });

  test('cannot be changed, moved or taken away without being found out, and costs no other session', async () => {
    const changes = [
      `UPDATE schema.session SET accessed_at = '2030-01-01T00:00:00.000Z' WHERE id = 1`,
      `UPDATE schema.session SET current_turn = 3 WHERE id = 1`,
      `UPDATE schema.session SET salt = (SELECT salt FROM schema.session WHERE id = 2) WHERE id = 1`,
      `UPDATE schema.session_turn SET sealed = set_byte(sealed, 30, 255 - get_byte(sealed, 30)) WHERE session = 1 AND number = 2`,
      `UPDATE schema.session_turn SET sealed = 'short' WHERE session = 1 AND number = 2`,
      `UPDATE schema.session_turn SET sealed = other.sealed FROM schema.session_turn AS other
         WHERE session_turn.session = 1 AND other.session = 1 AND other.number = 3 - session_turn.number`,
      `UPDATE schema.session_turn SET sealed = other.sealed FROM schema.session_turn AS other
         WHERE session_turn.session = 1 AND other.session = 2 AND other.number = session_turn.number`,
      `DELETE FROM schema.session_turn WHERE session = 1 AND number = 2`,
      `DELETE FROM schema.session_turn WHERE session = 1`,
    ];
    await withPostgres(async (postgres) => {
      const driver = postgresSessions({ postgres });
      for (const change of changes) {
        await driver.open();
        for (const session of [1, 2]) {
          for (const number of [1, 2]) await driver.append(sketchAppended(session, number), WIDE);
        }
        await postgres.query(change.replaceAll('schema.', `${postgres.schema}.`));
        const found = await driver.read(sessionIdOf(1)).catch((error: unknown) => error);
        expect([change, found]).toEqual([change, expect.objectContaining({ code: 'INDEX_DAMAGED' })]);
        expect((await driver.read(sessionIdOf(2)))?.currentTurn).toBe(2);
        await postgres.query(`DROP SCHEMA ${postgres.schema} CASCADE`);
        await driver.close();
      }
    });
  });

  test('counts against the cap what is there, though sessions were deleted by hand', async () => {
    await withPostgres(async (postgres) => {
      const driver = postgresSessions({ postgres });
      await driver.open();
      const begin = (session: number): Promise<void> =>
        driver.append(sketchAppended(session, 1), { ...WIDE, maxSessions: 3 });
      const known = async (): Promise<readonly boolean[]> =>
        Promise.all([1, 2, 3, 4, 5, 6].map(async (session) => (await driver.read(sessionIdOf(session))) !== undefined));
      for (const session of [1, 2, 3]) await begin(session);
      await postgres.query(`DELETE FROM ${postgres.schema}.session WHERE id = 2`);
      await begin(4);
      expect(await known()).toEqual([true, false, true, true, false, false]);
      await begin(5);
      expect(await known()).toEqual([false, false, true, true, true, false]);
      await postgres.query(`TRUNCATE ${postgres.schema}.session CASCADE`);
      for (const session of [1, 2, 3, 6]) await begin(session);
      expect(await known()).toEqual([false, true, true, false, false, true]);
    });
  });
});
