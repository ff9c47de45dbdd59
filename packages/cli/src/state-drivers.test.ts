import { needsServer, openPostgresService, type PostgresService } from '@ibid/testkit';
import { openPostgres } from '@ibid/drivers/postgres/open-postgres';
import type { Postgres } from '@ibid/drivers/postgres/postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStateDrivers, type StateDrivers } from './state-drivers.ts';

let service: PostgresService;
let owner: Postgres;
const schemas: string[] = [];

beforeAll(async () => {
  service = await openPostgresService();
  owner = openPostgres({ url: service.url });
}, 60_000);
afterEach(async () => {
  for (const schema of schemas.splice(0)) await owner.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
});
afterAll(async () => {
  await owner.close();
  await service.close();
});

function freshSchema(): string {
  schemas.push(service.freshSchema());
  return schemas.at(-1)!;
}

function drivers(schema: string, as?: string): Promise<StateDrivers> {
  const url = new URL(service.url);
  url.searchParams.set('schema', schema);
  if (as !== undefined) [url.username, url.password] = [as, 'secret'];
  return openStateDrivers({ index: 'index.db', stateUrl: url.href });
}

/** Opens one part as a command does that needs no other. */
async function use(part: 'sessions' | 'jobs' | 'ledger' | 'feedback', schema: string, as?: string): Promise<void> {
  await using state = await drivers(schema, as);
  const driver = await state[part]();
  await driver.open().finally(() => driver.close());
}

async function kinds(schema: string): Promise<readonly string[]> {
  const rows = await owner.query<{ readonly kind: string }>(`SELECT DISTINCT kind FROM "${schema}".migrations`);
  return rows.map(({ kind }) => kind).sort();
}

test.each(['sessions', 'feedback', 'jobs', 'ledger'] as const)(
  'whoever opens %s alone makes the tables of all, so that nobody after it needs the right to',
  async (part) => {
    const schema = freshSchema();
    await use(part, schema);
    expect(await kinds(schema)).toEqual(['feedback', 'jobs', 'ledger', 'lock', 'replicas', 'sessions']);
  },
);

test.skipIf(needsServer.isMissing)(
  `a role that may only read and write uses all parts after the owner has opened one; before that it is told what the owner is to run${needsServer.note}`,
  async () => {
    const schema = freshSchema();
    const role = `${schema}_role`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    try {
      await expect(use('sessions', schema, role)).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('ibid doctor'),
      });
      await use('sessions', schema);
      await owner.query(`GRANT USAGE ON SCHEMA "${schema}" TO ${role}`);
      await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${schema}" TO ${role}`);
      for (const part of ['sessions', 'feedback', 'jobs', 'ledger'] as const) await use(part, schema, role);
      await using state = await drivers(schema, role);
      const ground = (await state.ground())!;
      await ground.checkWrites();
      expect(await ground.clientKey('2999-01-01')).toHaveLength(32);
    } finally {
      await owner.query(`DROP OWNED BY ${role}`);
      await owner.query(`DROP ROLE ${role}`);
    }
  },
);

test('tables of a newer version are no fault of the index, whose mending would not help', async () => {
  const schema = freshSchema();
  await use('sessions', schema);
  await owner.query(
    `INSERT INTO "${schema}".migrations (kind, version, applied_at) SELECT kind, 99, '' FROM "${schema}".migrations GROUP BY kind`,
  );
  for (const part of ['sessions', 'feedback', 'jobs', 'ledger'] as const) {
    await expect(use(part, schema)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('run the newer version'),
    });
  }
  await using state = await drivers(schema);
  await expect(state.ground()).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
});
