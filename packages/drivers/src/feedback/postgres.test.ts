import { describeFeedback, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '../postgres/open-postgres.ts';
import { postgresFeedback } from './postgres.ts';

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
}, 60_000);
afterAll(() => service.close());

describeFeedback({
  name: 'postgres',
  lacks: [],
  make: async () => {
    const schema = service.freshSchema();
    const postgres = openPostgres({ url: service.url, schema });
    return {
      driver: () => postgresFeedback({ postgres }),
      async remove() {
        await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
        await postgres.close();
      },
    };
  },
});
