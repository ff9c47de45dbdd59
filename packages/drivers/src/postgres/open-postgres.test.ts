import { openPostgresService, needsServer, type PostgresService } from '@ibid/testkit';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPostgres, type PostgresOptions } from './open-postgres.ts';
import type { Migration, Postgres } from './postgres.ts';
import { faultyWire, type FaultyWire } from './testing/faulty-wire.ts';

const TABLE: readonly Migration[] = [(schema) => `CREATE TABLE ${schema}.note (id int8 PRIMARY KEY, words text)`];

let service: PostgresService;
const schemas = new Set<string>();
const opened: Postgres[] = [];
const wires: FaultyWire[] = [];

beforeAll(async () => {
  service = await openPostgresService();
}, 60_000);
afterAll(async () => {
  const postgres = openPostgres({ url: service.url });
  for (const schema of schemas) await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await postgres.close();
  await service.close();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const wire of wires.splice(0)) await wire.close();
  for (const postgres of opened.splice(0)) await postgres.close();
});

function open(options: Partial<PostgresOptions> = {}): Postgres {
  const postgres = openPostgres({ url: service.url, schema: service.freshSchema(), ...options });
  opened.push(postgres);
  schemas.add(postgres.schema);
  return postgres;
}

/** With a table `note`. */
async function openNotes(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const postgres = open(options);
  await postgres.migrate('notes', TABLE);
  return postgres;
}

async function openWire(): Promise<FaultyWire> {
  const wire = await faultyWire(service.url);
  wires.push(wire);
  return wire;
}

async function notes(postgres: Postgres): Promise<readonly number[]> {
  const rows = await postgres.query<{ readonly id: number }>(`SELECT id FROM ${postgres.schema}.note ORDER BY id`);
  return rows.map(({ id }) => id);
}

function addNote(postgres: Postgres, id: number): Promise<unknown> {
  return postgres.transaction((query) => query(`INSERT INTO ${postgres.schema}.note VALUES ($1, '')`, [id]));
}

/** What a connection that sent this began with beyond what poolers know, and what it left in its session. */
function sessionState(sent: string): readonly string[] {
  const pairs = /^.{8}((?:[a-z_]+\0[^\0]*\0)*)/su.exec(sent)![1]!.split('\0');
  const names = pairs.filter((name, i) => i % 2 === 0 && name !== '');
  const known = new Set(['user', 'database', 'application_name', 'client_encoding']);
  const prepared = sent.matchAll(/P\0\0..([^\0]+)\0\s*(?:SELECT|INSERT|DELETE|UPDATE|WITH)/gsu);
  const set = sent.matchAll(/\bSET (?!LOCAL)\w+|\b(?:LISTEN|PREPARE|DECLARE|TEMP|pg_advisory_lock)\b/gu);
  return [
    ...names.filter((name) => !known.has(name)),
    ...[...prepared].map(([, name]) => name!),
    ...[...set].map(String),
  ];
}

describe('openPostgres', () => {
  test('refuses what cannot be right, without a word of the password', () => {
    const url = 'postgres://user:pa55@host/database';
    const wrong: readonly (readonly [Partial<PostgresOptions>, RegExp])[] = [
      [{ url: '' }, /not one of PostgreSQL/u],
      [{ url: 'mysql://user:pa55@host/database' }, /not one of PostgreSQL/u],
      [{ url: 'postgres://user:pa55@/database' }, /no host|not one of PostgreSQL/u],
      [{ url: 'postgres://host/database' }, /no user/u],
      [{ url: 'postgres://user:pa55@host' }, /no database/u],
      [{ url: 'postgres://user:pa55%@host/database' }, /password in `url` has a %/u],
      [{ maxConnections: 0 }, /maxConnections/u],
      [{ statementTimeoutMs: 1.5 }, /statementTimeoutMs/u],
      [{ connectTimeoutMs: Number.NaN }, /connectTimeoutMs/u],
      ...['', 'Site', '1st', 'pg_mine', 'a"b', 'a'.repeat(64)].map(
        (schema): readonly [Partial<PostgresOptions>, RegExp] => [{ schema }, /`schema` is/u],
      ),
    ];
    for (const [options, message] of wrong) {
      expect(() => openPostgres({ url, ...options })).toThrow(message);
      expect(() => openPostgres({ url, ...options })).not.toThrow(/pa55/u);
    }
  });

  test('opens nothing before it is needed, and says where it could not get through', async () => {
    const postgres = open({ url: 'postgres://user:pa55@127.0.0.1:1/database' });
    const failure = await postgres.query('SELECT 1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    expect(String(failure)).toMatch(/127\.0\.0\.1:1, database `database`, user `user`/u);
    expect(String(failure)).not.toContain('pa55');
    await open({ url: 'postgres://user:pa55@127.0.0.1:1/database' }).close();
  });

  test('names a file of certificates that is not there', async () => {
    const postgres = open({ url: `${service.url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem` });
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('/nowhere/ca.pem'),
    });
  });
});

describe('a query', () => {
  test('takes and gives values as they are', async () => {
    const values = ['Grüße \u0001 🦜', Number.MAX_SAFE_INTEGER, 0.1, true, null, new Uint8Array([0, 255])] as const;
    const [row] = await open().query(
      'SELECT $1::text AS a, $2::int8 AS b, $3::float8 AS c, $4::bool AS d, $5::text AS e, $6::bytea AS f, $7::text[]::text AS g',
      [...values, ['x', 'y']],
    );
    expect(Object.values(row as object)).toEqual([...values.slice(0, 5), Buffer.from([0, 255]), '{x,y}']);
  });

  test('refuses a whole number that is not exact, and leaves the connection as it was', async () => {
    const postgres = open({ maxConnections: 1 });
    await expect(postgres.query('SELECT 9007199254740993::int8')).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('rejects with ABORTED at once, before it began, while it waits for a connection and while it runs', async () => {
    const wire = await openWire();
    const postgres = open({ url: wire.url, maxConnections: 1 });
    await expect(postgres.query('SELECT 1', [], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(wire.sent).toEqual([]);
    await postgres.query('SELECT 1');
    wire.fate = () => 'silence';
    const abort = new AbortController();
    const calls = ['SELECT 1', 'SELECT 2'].map((sql) => postgres.query(sql, [], { signal: abort.signal }));
    setTimeout(() => abort.abort(), 50);
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'ABORTED' } });
    }
    wire.fate = () => 'pass';
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('rejects with TIMED_OUT when nothing comes back, and the next one works', async () => {
    const wire = await openWire();
    const postgres = open({ url: wire.url, maxConnections: 1, statementTimeoutMs: 700 });
    await postgres.query('SELECT 1');
    wire.fate = () => 'silence';
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: true });
    wire.fate = () => 'pass';
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('rejects with TIMED_OUT when a server takes the connection and says nothing', async () => {
    const wire = await openWire();
    wire.fate = () => 'silence';
    const postgres = open({ url: wire.url, connectTimeoutMs: 100 });
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: true });
  });

  test('has one time for finding out what the server is and for its own answer', async () => {
    const wire = await openWire();
    const postgres = open({ url: wire.url, statementTimeoutMs: 60_000 });
    vi.useFakeTimers({ toFake: ['performance'] });
    wire.fate = (bytes) => {
      if (bytes.includes('pg_is_in_recovery')) vi.advanceTimersByTime(59_950);
      return bytes.includes('late') ? 'silence' : 'pass';
    };
    // Had it all of its time, the test would have none left.
    await expect(postgres.query(`SELECT 'late'`)).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: true });
  });

  test('does not notice that connections broke while nobody used them', async () => {
    const wire = await openWire();
    const postgres = open({ url: wire.url });
    await Promise.all([1, 2, 3].map(() => postgres.query('SELECT 1')));
    wire.cutAll();
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('that only reads is repeated once when its connection breaks', async () => {
    const wire = await openWire();
    const postgres = open({ url: wire.url });
    let cuts = 0;
    wire.fate = (bytes) => (bytes.includes('read me') && cuts++ === 0 ? 'cut after' : 'pass');
    expect(await postgres.query(`SELECT 'read me' AS it`)).toEqual([{ it: 'read me' }]);
    wire.fate = (bytes) => (bytes.includes('read me') ? 'cut' : 'pass');
    await expect(postgres.query(`SELECT 'read me' AS it`)).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryable: true,
    });
  });

  test('that writes says that nobody knows when its connection breaks', async () => {
    const wire = await openWire();
    const postgres = await openNotes({ url: wire.url });
    wire.fate = (bytes) => (bytes.includes('INSERT') ? 'cut after' : 'pass');
    await expect(postgres.query(`INSERT INTO ${postgres.schema}.note VALUES (1, '')`)).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryable: false,
      details: { outcome: 'unknown' },
    });
    expect(await notes(postgres)).toEqual([1]);
  });

  test('rejects with CLOSED after close, which may be repeated and waits for what runs', async () => {
    const postgres = open();
    const running = postgres.query('SELECT 1 AS one');
    const closing = [postgres.close(), postgres.close()];
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'CLOSED' });
    expect(await running).toEqual([{ one: 1 }]);
    await Promise.all(closing);
  });
});

describe('a transaction', () => {
  test('is there whole or not at all', async () => {
    const postgres = await openNotes();
    await addNote(postgres, 1);
    const failing = postgres.transaction(async (query) => {
      await query(`INSERT INTO ${postgres.schema}.note VALUES (2, '')`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const swallowing = postgres.transaction((query) => query('SELECT nothing').catch(() => undefined));
    await expect(swallowing).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(await notes(postgres)).toEqual([1]);
  });

  test('that is aborted is rolled back', async () => {
    const postgres = await openNotes();
    const abort = new AbortController();
    const work = postgres.transaction(
      async (query) => {
        await query(`INSERT INTO ${postgres.schema}.note VALUES (1, '')`);
        abort.abort();
        await query('SELECT 1');
      },
      { signal: abort.signal },
    );
    await expect(work).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await notes(postgres)).toEqual([]);
  });

  test('whose connection breaks before the commit is done once, on another', async () => {
    const wire = await openWire();
    const postgres = await openNotes({ url: wire.url });
    let cuts = 0;
    wire.fate = (bytes) => (bytes.includes('INSERT') && cuts++ === 0 ? 'cut after' : 'pass');
    await addNote(postgres, 1);
    expect([await notes(postgres), cuts]).toEqual([[1], 2]);
  });

  test('whose commit gets no answer says that nobody knows, whether it was written or not', async () => {
    for (const [fate, written] of [
      ['cut after', [1]],
      ['cut', []],
    ] as const) {
      const wire = await openWire();
      const postgres = await openNotes({ url: wire.url });
      wire.fate = (bytes) => (bytes.includes('COMMIT') ? fate : 'pass');
      await expect(addNote(postgres, 1)).rejects.toMatchObject({
        code: 'UPSTREAM_FAILED',
        retryable: false,
        details: { outcome: 'unknown' },
      });
      expect(await notes(postgres)).toEqual(written);
    }
  });

  test('is not aborted any more once its commit is on its way', async () => {
    const wire = await openWire();
    const postgres = await openNotes({ url: wire.url });
    const abort = new AbortController();
    wire.fate = (bytes) => {
      if (bytes.includes('COMMIT')) abort.abort();
      return 'pass';
    };
    await postgres.transaction((query) => query(`INSERT INTO ${postgres.schema}.note VALUES (1, '')`), {
      signal: abort.signal,
    });
    expect([abort.signal.aborted, await notes(postgres)]).toEqual([true, [1]]);
  });

  test('leaves nothing behind in its session that a pooler of transactions would give to others', async () => {
    const wire = await openWire();
    const postgres = await openNotes({ url: wire.url });
    await addNote(postgres, 1);
    await notes(postgres);
    expect(wire.sent.length).toBeGreaterThan(0);
    expect(wire.sent.flatMap(sessionState)).toEqual([]);

    const other = new Client({ connectionString: wire.url, options: '-c work_mem=1MB' });
    await other.connect();
    await other.query({ name: 'mine', text: 'SELECT 1' });
    await other.query('SET work_mem = 1000');
    await other.end();
    expect(sessionState(wire.sent.at(-1)!)).toEqual(['options', 'mine', 'SET work_mem']);
  });

  test.skipIf(needsServer.isMissing)(
    `is stopped by the server in time, and lets go of its locks when it is aborted${needsServer.note}`,
    async () => {
      const postgres = await openNotes({ statementTimeoutMs: 1500 });
      await addNote(postgres, 1);
      await expect(postgres.transaction((query) => query('SELECT pg_sleep(9)'))).rejects.toMatchObject({
        code: 'TIMED_OUT',
        details: { sqlState: '57014' },
      });
      const abort = new AbortController();
      const work = postgres.transaction(
        async (query) => {
          await query(`UPDATE ${postgres.schema}.note SET words = 'held'`);
          setTimeout(() => abort.abort(), 30);
          await query('SELECT pg_sleep(9)');
        },
        { signal: abort.signal, timeoutMs: 9000 },
      );
      await expect(work).rejects.toMatchObject({ code: 'ABORTED' });
      // It would wait for the lock longer than it may.
      await postgres.transaction((query) => query(`UPDATE ${postgres.schema}.note SET words = 'free'`));
      expect(await notes(postgres)).toEqual([1]);
    },
  );
});
