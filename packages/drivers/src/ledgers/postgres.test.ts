import { describeLedger, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '../postgres/open-postgres.ts';
import { postgresLedger } from './postgres.ts';

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());

describeLedger({
  name: 'postgres',
  lacks: [],
  make: async () => {
    const postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
    return {
      driver: () => postgresLedger({ postgres }),
      async remove() {
        await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
        await postgres.close();
      },
    };
  },
});
