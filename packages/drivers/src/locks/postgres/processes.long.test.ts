import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { BuildLock } from '@ibid/core/types';
import { needsServer, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresLock } from '../postgres.ts';

const FOREVER_MS = 3_600_000;

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());

let schema: string;
let postgres: Postgres;
let holder: ChildProcess;
let lines: Interface;
/** Another process holds the lock. */
beforeEach(async () => {
  schema = service.freshSchema();
  postgres = openPostgres({ url: service.url, schema });
  if (needsServer.isMissing) return;
  const script = join(import.meta.dirname, 'lock-holder.ts');
  holder = spawn(process.execPath, [script, service.url, schema], { stdio: ['pipe', 'pipe', 'inherit'] });
  lines = createInterface(holder.stdout!);
  // It says that it holds the lock.
  await once(lines, 'line');
});
afterEach(async () => {
  holder?.kill('SIGKILL');
  await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
  await postgres.close();
});

function contender(patienceMs: number): BuildLock {
  return postgresLock({ postgres, name: 'one', beatMs: 50, patienceMs });
}

describe.skipIf(needsServer.isMissing)(`a lock that another process holds${needsServer.note}`, () => {
  test('is refused while it lives, in the name of that process', async () => {
    await expect(contender(1000).acquire()).rejects.toMatchObject({
      code: 'STORE_BUSY',
      details: { host: hostname(), pid: holder.pid },
    });
  });

  test('is to be had at once when it was killed', async () => {
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    const held = await contender(FOREVER_MS).acquire();
    await expect(contender(FOREVER_MS).acquire()).rejects.toMatchObject({ details: { pid: process.pid } });
    await held.release();
  });

  test('is taken over when it has stood still for too long, and it finds out when it goes on', async () => {
    holder.kill('SIGSTOP');
    const held = await contender(500).acquire();
    const said = once(lines, 'line');
    holder.kill('SIGCONT');
    expect(await said).toEqual(['lost']);
    expect(held.lost.aborted).toBe(false);
    await held.release();
  });
});
