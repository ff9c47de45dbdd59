import { needsServer, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import type { Migration, Postgres } from './postgres.ts';
import { faultyWire } from './testing/faulty-wire.ts';

const STEPS: readonly Migration[] = [
  (schema) => `CREATE TABLE ${schema}.note (id int8)`,
  (schema) => `ALTER TABLE ${schema}.note ADD COLUMN words text; CREATE INDEX note_words ON ${schema}.note (words)`,
];

let service: PostgresService;
let owner: Postgres;
const schemas: string[] = [];
const opened: Postgres[] = [];

beforeAll(async () => {
  service = await openPostgresService();
  owner = openPostgres({ url: service.url });
}, 60_000);
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close();
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

function open(schema: string, url: string = service.url): Postgres {
  opened.push(openPostgres({ url, schema }));
  return opened.at(-1)!;
}

async function applied(postgres: Postgres): Promise<readonly string[]> {
  const rows = await postgres.query<{ readonly kind: string; readonly version: number; readonly applied_at: string }>(
    `SELECT kind, version, applied_at FROM ${postgres.schema}.migrations ORDER BY kind, version`,
  );
  for (const { applied_at } of rows) expect(new Date(applied_at).toISOString()).toBe(applied_at);
  return rows.map(({ kind, version }) => `${kind} ${version}`);
}

test('takes every step once, though several begin at once', async () => {
  const schema = freshSchema();
  const all = [1, 2, 3, 4].map(() => open(schema));
  await Promise.all(all.flatMap((postgres) => [postgres.migrate('notes', STEPS), postgres.migrate('notes', STEPS)]));
  expect(await applied(all[0]!)).toEqual(['notes 1', 'notes 2']);
});

test('goes on from where an older version left', async () => {
  const postgres = open(freshSchema());
  await postgres.migrate('notes', STEPS.slice(0, 1));
  await postgres.query(`INSERT INTO ${postgres.schema}.note VALUES (7)`);
  await postgres.migrate('notes', STEPS);
  expect(await postgres.query(`SELECT id, words FROM ${postgres.schema}.note`)).toEqual([{ id: 7, words: null }]);
});

test('keeps kinds apart, and sites of one database', async () => {
  const [one, other] = [open(freshSchema()), open(freshSchema())];
  await one.migrate('notes', STEPS);
  await one.migrate('words', [(schema) => `CREATE TABLE ${schema}.word (id int8)`]);
  await other.migrate('notes', STEPS.slice(0, 1));
  expect(await applied(one)).toEqual(['notes 1', 'notes 2', 'words 1']);
  expect(await applied(other)).toEqual(['notes 1']);
});

test('refuses tables of a newer version, and leaves them as they are', async () => {
  const postgres = open(freshSchema());
  await postgres.migrate('notes', STEPS);
  await expect(postgres.migrate('notes', STEPS.slice(0, 1))).rejects.toMatchObject({
    code: 'INDEX_MISMATCH',
    message: expect.stringMatching(/notes .* format 2, .* knows 1/u),
  });
  expect(await applied(postgres)).toEqual(['notes 1', 'notes 2']);
});

test('leaves nothing of a step that fails, nor of those before it', async () => {
  const postgres = open(freshSchema());
  await expect(postgres.migrate('notes', [...STEPS, () => 'CREATE NONSENSE'])).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
  });
  await postgres.migrate('notes', STEPS);
  expect(await applied(postgres)).toEqual(['notes 1', 'notes 2']);
});

test('says nothing that makes or changes where nothing is to be done', async () => {
  const schema = freshSchema();
  await open(schema).migrate('notes', STEPS);
  const wire = await faultyWire(service.url);
  await open(schema, wire.url).migrate('notes', STEPS);
  expect(wire.sent.join()).toContain('SELECT');
  expect(wire.sent.join()).not.toMatch(/CREATE|ALTER|INSERT|BEGIN|lock/u);
  await wire.close();
});

test.skipIf(needsServer.isMissing)(
  `a role that may only read and write opens what another made, and is told which right it lacks for more${needsServer.note}`,
  async () => {
    const schema = freshSchema();
    const role = `${schema}_role`;
    await open(schema).migrate('notes', STEPS.slice(0, 1));
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await owner.query(`GRANT USAGE ON SCHEMA "${schema}" TO ${role}`);
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${schema}" TO ${role}`);
    const url = new URL(service.url);
    [url.username, url.password] = [role, 'secret'];
    const limited = open(schema, url.href);
    await limited.migrate('notes', STEPS.slice(0, 1));
    await limited.transaction((query) => query(`INSERT INTO ${limited.schema}.note VALUES (1)`));
    for (const work of [limited.migrate('notes', STEPS), open(freshSchema(), url.href).migrate('notes', STEPS)]) {
      await expect(work).rejects.toMatchObject({ code: 'INVALID_CONFIG', details: { sqlState: '42501' } });
    }
    await limited.close();
    await owner.query(`DROP OWNED BY ${role}`);
    await owner.query(`DROP ROLE ${role}`);
  },
);

async function ground(): Promise<Record<'before' | 'next', Postgres>> {
  const schema = freshSchema();
  const [before, next] = [open(schema), open(schema)];
  await before.migrate('notes', STEPS.slice(0, 1));
  return { before, next };
}

/** A table is held, as a dump does it, until `work` has resolved. */
function holding(postgres: Postgres, work: () => Promise<void>): Promise<void> {
  return postgres.transaction(
    async (query) => {
      await query(`LOCK TABLE ${postgres.schema}.note IN ACCESS SHARE MODE`);
      await work();
    },
    { idleMs: 60_000 },
  );
}

async function untilOneWaits(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await owner.query(
        `SELECT 1 AS one FROM pg_locks JOIN pg_class ON pg_class.oid = relation JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = $1 AND relname = 'note' AND mode = 'AccessExclusiveLock' AND NOT granted`,
        [schemas.at(-1)!],
      );
      expect(waiting).toHaveLength(1);
    },
    { timeout: 20_000, interval: 20 },
  );
}

describe.skipIf(needsServer.isMissing)(`while something such as a dump holds a table${needsServer.note}`, () => {
  test('servers of the version before write on, and the step is taken afterwards', async () => {
    const { before, next } = await ground();
    let migrating: Promise<void> | undefined;
    await holding(before, async () => {
      migrating = next.migrate('notes', STEPS);
      migrating.catch(() => undefined);
      for (const id of [1, 2]) {
        await untilOneWaits();
        await before.query(`INSERT INTO ${before.schema}.note VALUES ($1)`, [id]);
      }
    });
    await migrating;
    expect(await next.query(`SELECT id, words FROM ${next.schema}.note ORDER BY id`)).toEqual([
      { id: 1, words: null },
      { id: 2, words: null },
    ]);
  }, 60_000);

  test('for too long, a server of the next version says so and what to do, and has changed nothing', async () => {
    const { before, next } = await ground();
    await holding(before, async () => {
      await expect(migrate(next, 'here', 'notes', STEPS, undefined, 1000)).rejects.toMatchObject({
        code: 'STORE_BUSY',
        retryable: true,
        message: expect.stringMatching(/notes .* held them for 1 s, such as pg_dump; start again/u),
      });
    });
    expect(await applied(before)).toEqual(['notes 1']);
  }, 60_000);
});
