/** A server that undoes, refuses, changes or stalls, seen through its connections. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPostgres, type PostgresOptions } from './open-postgres.ts';
import type { Migration, Postgres } from './postgres.ts';
import { faultyWire, type FaultyWire } from './testing/faulty-wire.ts';

/** `fail` says a state as often as it is told to, over all transactions, whatever becomes of them. */
const TABLES: readonly Migration[] = [
  (schema) => `
    CREATE TABLE ${schema}.note (id int8);
    CREATE SEQUENCE ${schema}.failed;
    CREATE FUNCTION ${schema}.fail(times int8, state text) RETURNS int8 LANGUAGE plpgsql AS $fail$
    BEGIN
      IF nextval('${schema}.failed') <= times THEN RAISE EXCEPTION 'planted' USING ERRCODE = state; END IF;
      RETURN 1;
    END $fail$;`,
];

let service: PostgresService;
let wire: FaultyWire;
const opened: Postgres[] = [];
beforeAll(async () => {
  service = await openPostgresService();
  wire = await faultyWire(service.url);
});
afterAll(async () => {
  await wire.close();
  await service.close();
});
afterEach(async () => {
  wire.fate = () => 'pass';
  for (const postgres of opened.splice(0)) {
    await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`).catch(() => undefined);
    await postgres.close();
  }
});

async function open(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const postgres = openPostgres({ url: wire.url, schema: service.freshSchema(), ...options });
  opened.push(postgres);
  await postgres.migrate('trouble', TABLES);
  return postgres;
}

function add(postgres: Postgres, times: number, state: string): Promise<unknown> {
  const { schema } = postgres;
  return postgres.query(`INSERT INTO ${schema}.note VALUES (${schema}.fail($1::int8, $2))`, [times, state]);
}

async function notes(postgres: Postgres): Promise<number> {
  const [row] = await postgres.query<{ readonly n: number }>(`SELECT count(*) AS n FROM ${postgres.schema}.note`);
  return row!.n;
}

/** Opens that many connections, as far as one server lets them. */
async function spread(postgres: Postgres, connections: number): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => postgres.query('SELECT 1')));
}

describe('one statement', () => {
  test.each(['40001', '40P01'])(
    'that the server undid because of others (%s) is done again, up to five times',
    async (state) => {
      const postgres = await open();
      await add(postgres, 4, state);
      expect(await notes(postgres)).toBe(1);
      await expect(add(postgres, 1000, state)).rejects.toMatchObject({ code: 'STORE_BUSY', retryable: true });
      expect(await notes(postgres)).toBe(1);
      const [row] = await postgres.query<{ readonly n: number }>(`SELECT nextval('${postgres.schema}.failed') AS n`);
      // Five of the first, five of the second.
      expect(row!.n).toBe(11);
    },
  );

  test.each(['0A000', '25006'])(
    'that a server refused which takes no writes (%s) is asked once more, on a new connection, and all others are left',
    async (state) => {
      const postgres = await open();
      await spread(postgres, 4);
      const before = wire.sent.length;
      await add(postgres, 1, state);
      expect(await notes(postgres)).toBe(1);
      expect(wire.sent.length).toBeGreaterThan(before);
      const after = wire.sent.map((sent) => sent.length).slice(0, before);
      await spread(postgres, 4);
      // A goodbye may be said on the old ones, and no statement.
      for (const [i, length] of after.entries()) expect(wire.sent[i]!.slice(length)).not.toContain('SELECT');
    },
  );

  test.each(['0A000', '25006'])('that every server refuses (%s) fails, and may be tried later', async (state) => {
    const postgres = await open();
    const failure = await add(postgres, 1000, state).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true, details: { sqlState: state } });
    expect(await notes(postgres)).toBe(0);
  });
});

test.each(['0A000', '25006'])('a transaction that a standby refused (%s) is done again elsewhere', async (state) => {
  const postgres = await open();
  const { schema } = postgres;
  await postgres.transaction((query) => query(`INSERT INTO ${schema}.note VALUES (${schema}.fail(1, $1))`, [state]));
  expect(await notes(postgres)).toBe(1);
});

test('a connection has its time, however often it is used', async () => {
  const postgres = await open({ lifetimeSeconds: 0.05 });
  const before = wire.sent.length;
  await vi.waitFor(
    async () => {
      await postgres.query('SELECT 1');
      expect(wire.sent.length).toBeGreaterThan(before + 2);
    },
    { interval: 5, timeout: 10_000 },
  );
});

test('a call that gets none of our own connections in time fails as one whose server is away', async () => {
  const postgres = await open({ maxConnections: 1, connectTimeoutMs: 50 });
  await postgres.transaction(async () => {
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
  });
});

describe('a server that stalls', () => {
  test('costs a transaction no more than the time it has in all', async () => {
    const postgres = await open();
    wire.fate = (bytes) => (bytes.includes('INSERT') ? 'silence' : 'pass');
    const work = postgres.transaction((query) => query(`INSERT INTO ${postgres.schema}.note VALUES (1)`), {
      withinMs: 50,
      timeoutMs: 600_000,
    });
    await expect(work).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: true });
  });

  test('at the commit costs no more than that and a second, and nobody knows', async () => {
    const postgres = await open();
    wire.fate = (bytes) => (bytes.includes('COMMIT') ? 'silence' : 'pass');
    const work = postgres.transaction((query) => query(`INSERT INTO ${postgres.schema}.note VALUES (1)`), {
      // Enough to come to the commit on a machine that is busy.
      withinMs: 1_000,
      timeoutMs: 600_000,
    });
    await expect(work).rejects.toMatchObject({ code: 'TIMED_OUT', details: { outcome: 'unknown' } });
  });

  test('over a network that fell silent costs one call its time, not one for each connection that was open', async () => {
    const postgres = await open({ statementTimeoutMs: 1_200, maxConnections: 4 });
    await spread(postgres, 4);
    const before = wire.sent.length;
    wire.fate = (_, connection) => (connection < before ? 'silence' : 'pass');
    await sleep(1_100);
    await expect(postgres.query('SELECT 1')).rejects.toMatchObject({ code: 'TIMED_OUT', retryable: true });
    for (let call = 0; call < 4; call++) expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('keeps nobody from closing: what is under way is rejected with CLOSED', async () => {
    const postgres = await open({ maxConnections: 2, statementTimeoutMs: 600_000, connectTimeoutMs: 600_000 });
    wire.fate = () => 'silence';
    // Two have the connections, two wait for them.
    const calls = Promise.allSettled([1, 2, 3, 4].map(() => postgres.query('SELECT 1')));
    await postgres.close();
    const codes = (await calls).map((end) => end.status === 'rejected' && end.reason.code);
    expect(codes).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED']);
  });
});

describe('the URL', () => {
  test('may name the folder of a socket as libpq does, and have white space around it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-socket-'));
    const { hostname, port, username, password, pathname } = new URL(service.url);
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
      client.pipe(upstream).pipe(client);
    }).listen(join(folder, '.s.PGSQL.5544'));
    await once(proxy, 'listening');
    try {
      const urls = [`@${pathname}?host=${folder}&port=5544`, `@:5544${pathname}?host=${encodeURIComponent(folder)}`];
      for (const rest of urls) {
        const postgres = openPostgres({ url: ` postgres://${username}:${password}${rest}\n` });
        expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await postgres.close();
      }
    } finally {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await rm(folder, { recursive: true });
    }
  });

  test('may name the schema, which an option overrides', () => {
    const url = 'postgres://user:pa55@/database?host=/run/postgresql&schema=site_a';
    expect(openPostgres({ url }).schema).toBe('"site_a"');
    expect(openPostgres({ url, schema: 'site_b' }).schema).toBe('"site_b"');
    expect(() => openPostgres({ url: url.replace('site_a', 'Site-A') })).toThrow(/`schema` is `Site-A`/u);
  });
});
