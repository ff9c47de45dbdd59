import { describeState, needsServer, openPostgresService, type PostgresService } from '@ibid/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgres } from './postgres.ts';
import { stateOver } from './state.ts';

describe.skipIf(needsServer.isMissing)(`over a server${needsServer.note}`, () => {
  let service: PostgresService;
  let owner: Client;
  beforeAll(async () => {
    service = await openPostgresService();
    owner = new Client(service.url);
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await service.close();
  });

  describeState({
    name: 'postgres',
    lacks: [],
    locksBuilds: true,
    async make() {
      const schema = service.freshSchema();
      const url = `${service.url}?schema=${schema}`;
      return {
        open: async () => stateOver(await openPostgres({ url })),
        async bytes() {
          const rows = await owner.query(
            `SELECT sealed FROM ${schema}.session UNION ALL SELECT sealed FROM ${schema}.session_turn`,
          );
          return Buffer.concat(rows.rows.map(({ sealed }: { readonly sealed: Buffer }) => sealed));
        },
        async remove() {
          await owner.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
        },
      };
    },
  });
});
