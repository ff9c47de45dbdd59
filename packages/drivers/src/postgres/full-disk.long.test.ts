/** The disk of the server is full under load, that of its tables or that of its write-ahead log, and has room again. */
import { execFile } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { debianPostgresFolder, mountSmallDisk, noSmallDisk, startDebianPostgres, type SmallDisk } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPostgres } from './open-postgres.ts';
import { startLoad, type LoadFailure } from './testing/load.ts';
import { lostOn } from './testing/lost-on.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const bin = debianPostgresFolder();
const missing = bin === undefined ? 'no PostgreSQL of Debian under /usr/lib/postgresql' : noSmallDisk();
const note = missing === undefined ? '' : ` (skipped: ${missing})`;

let disk: SmallDisk;
const cleanup: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  if (missing === undefined) disk = mountSmallDisk(48 << 20);
});
afterEach(async () => {
  // After a failure the load may wait for a server that does not come back.
  for (const end of cleanup.splice(0).toReversed())
    await Promise.race([end(), sleep(10_000, undefined, { ref: false })]);
  disk?.close();
});

/** PostgreSQL's own check of all tables and indexes; rejects with what it found. */
async function verify(url: string): Promise<void> {
  const { port } = new URL(url);
  const where = ['--host=127.0.0.1', `--port=${port}`, '--username=ibid', 'postgres'];
  const check = ['--install-missing', '--heapallindexed', '--schema=ibid', ...where];
  await promisify(execFile)(join(bin!, 'pg_amcheck'), check, { env: { ...process.env, PGPASSWORD: 'secret' } });
}

describe.skipIf(missing !== undefined)(`a full disk of the server${note}`, () => {
  test('of tables refuses what needs room, as what it is, loses nothing and answers what only reads; with room all goes on', async () => {
    const server = await startDebianPostgres();
    cleanup.push(server.close);
    const folder = join(disk.path, 'tables');
    await mkdir(folder);
    if (server.who.uid !== undefined) await chown(folder, server.who.uid, server.who.gid!);
    const admin = openPostgres({ url: server.url, lifetimeSeconds: 600 });
    cleanup.push(admin.close);
    await admin.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await admin.query('ALTER ROLE ibid SET default_tablespace = small');
    const load = await startLoad(server.url);
    cleanup.push(load.stop);
    await load.goesOn();
    disk.fill();
    const full = (): readonly LoadFailure[] =>
      load.failures.filter(({ error }) => error.details['sqlState'] === '53100');
    await vi.waitFor(() => expect(full().length).toBeGreaterThan(50), { timeout: 20_000 });
    const reader = openPostgres({ url: server.url });
    cleanup.push(reader.close);
    await reader.query('SELECT count(*) FROM ibid.session');
    for (const { error } of full()) {
      expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
      expect(error.message).toContain('has a full disk; make room on it');
    }
    disk.makeRoom();
    await load.goesOn();
    await load.stop();
    expect(load.odd.slice(0, 3)).toEqual([]);
    expect(load.mostHolders).toEqual({ job: 1, lock: 1 });
    expect(await lostOn(server.url, load.acknowledged)).toEqual([]);
    await verify(server.url);
  });

  test('of the log stops it, which is an outage and loses nothing; with room all goes on', async () => {
    // What is recycled would be room.
    const settings = ['max_wal_size=1GB', 'checkpoint_timeout=1h', 'wal_recycle=off'];
    const server = await startDebianPostgres({
      settings,
      initdb: ['--wal-segsize=1', `--waldir=${join(disk.path, 'log')}`],
    });
    cleanup.push(server.close);
    const load = await startLoad(server.url);
    cleanup.push(load.stop);
    await load.goesOn();
    disk.fill();
    await vi.waitFor(() => expect(load.failures.length).toBeGreaterThan(100), { timeout: 20_000 });
    await sleep(500);
    load.counts();
    await sleep(500);
    expect(load.counts()).toEqual(new Map());
    disk.makeRoom();
    // As whatever watches over it does. It may have ended, or be at its recovery.
    await server.stop('kill');
    await server.start();
    await load.goesOn();
    await load.stop();
    expect(load.odd.slice(0, 3)).toEqual([]);
    expect(load.mostHolders).toEqual({ job: 1, lock: 1 });
    expect(await lostOn(server.url, load.acknowledged)).toEqual([]);
    await verify(server.url);
  });
});
