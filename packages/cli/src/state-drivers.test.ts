import { needsServer, openPostgresService, sketchAppended, WIDE, type PostgresService } from '@ibid/testkit';
import { openPostgres } from '@ibid/drivers/state/postgres';
import type { Database } from '@ibid/drivers/state/database';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openStateDrivers, type SharedState } from './state-drivers.ts';

describe.skipIf(needsServer.isMissing)(`state in a database${needsServer.note}`, () => {
  let service: PostgresService;
  let owner: Database;
  let ownerSchema: string;
  const schemas: string[] = [];

  beforeAll(async () => {
    service = await openPostgresService();
    ownerSchema = service.freshSchema();
    owner = await openPostgres({ url: `${service.url}?schema=${ownerSchema}` });
  });
  afterEach(async () => {
    for (const schema of schemas.splice(0)) await owner.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  });
  afterAll(async () => {
    await owner.query(`DROP SCHEMA ${ownerSchema} CASCADE`);
    await owner.close();
    await service.close();
  });

  function freshSchema(): string {
    schemas.push(service.freshSchema());
    return schemas.at(-1)!;
  }

  function open(schema: string, as?: string): Promise<SharedState> {
    const url = new URL(service.url);
    url.searchParams.set('schema', schema);
    if (as !== undefined) [url.username, url.password] = [as, 'secret'];
    return openStateDrivers({ index: { file: 'index.db' }, stateUrl: url.href });
  }

  test('is used by a role that may only read and write, once the owner has opened it; before that it is told what the owner is to run', async () => {
    const schema = freshSchema();
    const role = `${schema}_role`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    try {
      await expect(open(schema, role)).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('ibid doctor'),
      });
      await (await open(schema))[Symbol.asyncDispose]();
      await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
      await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
      await using state = await open(schema, role);
      await state.sessions.append(sketchAppended(1, 1), WIDE);
      expect(await state.feedback.count()).toBe(0);
      await state.replicas!.checkWrites();
      expect(await state.replicas!.clientKey('2999-01-01')).toHaveLength(32);
      await (await state.buildLock('docs').acquire()).release();
    } finally {
      await owner.query(`DROP OWNED BY ${role}`);
      await owner.query(`DROP ROLE ${role}`);
    }
  });

  test.each([
    ['a newer', 99, 'run the newer version'],
    ['an earlier', 1, 'drop them'],
  ])('of %s version is no fault of the index, whose mending would not help', async (_, version, words) => {
    const schema = freshSchema();
    await (await open(schema))[Symbol.asyncDispose]();
    await owner.query(`UPDATE ${schema}.migrations SET version = ${version}`);
    await expect(open(schema)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(words),
    });
  });

  test('is shared by all of a process, and closed with the last of them', async () => {
    const schema = freshSchema();
    const [one, other] = await Promise.all([open(schema), open(schema)]);
    await one[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    expect(await other.sessions.count()).toBe(0);
    await other[Symbol.asyncDispose]();
    await expect(other.sessions.count()).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
