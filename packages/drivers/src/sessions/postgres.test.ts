import { describeSessions, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '../postgres/open-postgres.ts';
import { databaseFiles } from '../postgres/testing/database-files.ts';
import { postgresSessions } from './postgres.ts';

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
      driver: () => postgresSessions({ postgres }),
      bytes: files.bytes,
      async remove() {
        await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
        await postgres.close();
      },
    };
  },
});
