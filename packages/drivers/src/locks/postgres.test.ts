import { describeLock, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, beforeAll } from 'vitest';
import { SERVER_TIME } from '../postgres/heartbeat.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { postgresLock } from './postgres.ts';

const PATIENCE_MS = 400;

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());

describeLock({
  name: 'postgres',
  lacks: [],
  make: async () => {
    const postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
    const { schema } = postgres;
    const lock = (name: string) => postgresLock({ postgres, name, beatMs: 20, patienceMs: PATIENCE_MS });
    const hold = async (token: string): Promise<void> => {
      await (await lock('ground').acquire()).release();
      await postgres.query(
        `INSERT INTO ${schema}.build_lock (name, token, host, space, pid, beat)
         VALUES ('one', $1, 'elsewhere', 'elsewhere', 1, ${SERVER_TIME})
         ON CONFLICT (name) DO UPDATE SET token = excluded.token, beat = excluded.beat`,
        [token],
      );
    };
    return {
      lock: () => lock('one'),
      otherLock: () => lock('o\0ther'),
      mortal: { patienceMs: PATIENCE_MS, leaveBehind: () => hold('dead'), takeAway: () => hold('thief') },
      async remove() {
        await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
        await postgres.close();
      },
    };
  },
});
