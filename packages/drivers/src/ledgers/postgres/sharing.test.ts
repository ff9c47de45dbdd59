import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool, type PoolConfig } from 'pg';
import type { LedgerDriver } from '@ibid/core/types';
import {
  booking,
  ledgerAccount,
  needsServer,
  newReservationId,
  openPostgresService,
  tokensOf,
  type PostgresService,
} from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { columnTypes } from '../../postgres/column-types.ts';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { postgresFault } from '../../postgres/postgres-fault.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresLedger } from '../postgres.ts';

const CAP = 100_000;
const CALLS = 1000;
const KEYS = ['all', 'a', 'b', 'c', 'd', 'e', 'f'];

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());

let schema: string;
let postgres: Postgres;
const running = new Set<ChildProcess>();
beforeEach(() => {
  schema = service.freshSchema();
  postgres = openPostgres({ url: service.url, schema });
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
  await postgres.close();
});

/** A process that is ready to ask; `go` gives what it was granted. */
async function startWriter(sizes: readonly number[]): Promise<{ go(): Promise<number> }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'share-writer.ts'), service.url, schema, `${CAP}`, sizes.join(',')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  running.add(child);
  const reader = createInterface(child.stdout);
  await once(reader, 'line');
  return {
    async go() {
      child.stdin.write('go\n');
      const [line] = await once(reader, 'line');
      return Number(line);
    },
  };
}

/** The same, but a statement that the server undid is not done again: that would hide who waits in a circle. */
async function unrepeated<T>(work: (ground: Postgres) => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: service.url, max: 10, types: columnTypes } as PoolConfig);
  const query = async <Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    try {
      return (await pool.query(sql, [...values])).rows as Row[];
    } catch (error) {
      throw postgresFault(error, 'the database of the test');
    }
  };
  try {
    return await work({ ...postgres, query });
  } finally {
    await pool.end();
  }
}

/** What goes wrong with bookings by many at once, each of which begins with another account and goes on in another direction. */
async function bookInCircles(ground: Postgres, rounds: number): Promise<readonly unknown[]> {
  const drivers = Array.from({ length: 4 }, () => postgresLedger({ postgres: ground }));
  for (const driver of drivers) await driver.open();
  const book = async (driver: LedgerDriver, seed: number): Promise<void> => {
    const turned = KEYS.map((_, i) => KEYS[(seed + (seed % 2 === 0 ? i : KEYS.length - i)) % KEYS.length]!);
    // What is forgotten before it is settled stays counted on accounts without a day, so these have a day that is kept.
    const isDated = seed % 3 > 0;
    const day = isDated ? `2026-11-2${seed % 4}` : '2026-11-23';
    const accounts = turned.slice(0, 1 + (seed % 5)).map((key) => ledgerAccount(key, { day: isDated ? day : '' }));
    const id = newReservationId();
    await driver.reserve({ id, day, accounts, most: booking(10) });
    await drivers[seed % drivers.length]!.settle(id, booking(1));
    if (seed % 20 === 0) await driver.deleteBefore('2026-11-22');
  };
  const faults: unknown[] = [];
  const lanes = drivers.flatMap((driver, d) =>
    Array.from({ length: 8 }, async (_, lane) => {
      for (let i = 0; i < rounds && faults.length === 0; i++) {
        await book(driver, 7 * i + 3 * lane + d).catch((error: unknown) => faults.push(error));
      }
    }),
  );
  await Promise.all(lanes);
  for (const driver of drivers) await driver.close();
  return faults;
}

describe.skipIf(needsServer.isMissing)(`over replicas${needsServer.note}`, () => {
  test.each([2, 4])('%i processes share a cap: together they fill it and never pass it', async (processes) => {
    const writers = await Promise.all(
      [...Array(processes).keys()].map((one) =>
        startWriter(Array.from({ length: CALLS / processes }, (_, i) => 1 + ((i * 7919 + one * 104_729) % 999))),
      ),
    );
    const granted = await Promise.all(writers.map(({ go }) => go()));
    const total = granted.reduce((sum, tokens) => sum + tokens);
    expect(total).toBeLessThanOrEqual(CAP);
    expect(total).toBeGreaterThan(CAP * 0.95);

    const driver = postgresLedger({ postgres });
    await driver.open();
    expect(await tokensOf(driver, ledgerAccount('all'))).toEqual([0, total]);
    await driver.close();
  });

  test('replicas that lock the same accounts in any order never wait in a circle', async () => {
    expect(await unrepeated((ground) => bookInCircles(ground, 40))).toEqual([]);
    const [left] = await postgres.query<{ readonly held: number }>(
      `SELECT sum(reserved_tokens)::int8 AS held FROM ${postgres.schema}.ledger_account`,
    );
    expect(left).toEqual({ held: 0 });
  });

  test('a ledger that locks accounts in an order of each connection is found out (planted)', async () => {
    const own = 'ORDER BY md5(key || day || pg_backend_pid())';
    const migrate: Postgres['migrate'] = (kind, migrations) =>
      postgres.migrate(
        kind,
        migrations.map((step) => (name) => step(name).replaceAll('ORDER BY key, day', own)),
      );
    expect(await unrepeated((ground) => bookInCircles({ ...ground, migrate }, 40))).toContainEqual(
      expect.objectContaining({ code: 'STORE_BUSY', details: { sqlState: '40P01' } }),
    );
  });
});
