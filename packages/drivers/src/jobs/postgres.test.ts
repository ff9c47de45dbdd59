import { describeJobs, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '../postgres/open-postgres.ts';
import { postgresJobs } from './postgres.ts';

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());

describeJobs({
  name: 'postgres',
  lacks: [],
  make: async () => {
    const postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
    return {
      driver: () => postgresJobs({ postgres, beatMs: 20 }),
      async remove() {
        await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
        await postgres.close();
      },
    };
  },
});
