import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { debianPostgresFolder, startDebianPostgres } from './start-debian-postgres.ts';
import { postgresProcess } from './postgres-process.ts';
import { openSwitchedAddress } from './switched-address.ts';

export interface PostgresPair {
  /** Of the address that clients know; leads to the primary at first. */
  readonly url: string;
  /** Of each server itself. */
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Cuts the connections that stand, or lets them fall silent. */
  lead(to: 'primary' | 'standby' | 'nowhere', old?: 'cut' | 'silent' | 'kept'): void;
  /** The standby gets nothing any more, from one moment to the next. */
  cutStandbyOff(): void;
  /** Whether commits wait for the standby's disk. */
  isSynchronous(): Promise<boolean>;
  /** Every process of the primary at once. */
  killPrimary(): Promise<void>;
  /** Resolves when the standby takes writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Never the one that blocks: addresses are served by this thread. */
const run = promisify(execFile);

/** A primary, a standby that streams from it, and one address for both. `synchronous`: each commit waits until the standby has it on disk. */
export async function startPostgresPair({ synchronous }: { readonly synchronous: boolean }): Promise<PostgresPair> {
  const bin = debianPostgresFolder()!;
  await using cleanup = new AsyncDisposableStack();
  // Shared memory of a server that is killed would be left behind.
  const primary = await startDebianPostgres({ settings: ['dynamic_shared_memory_type=mmap', 'wal_sender_timeout=5s'] });
  cleanup.defer(primary.close);
  const { folder, who } = primary;
  const replication = await openSwitchedAddress(primary.port);
  cleanup.defer(replication.close);
  const data = join(folder, 'standby');
  const backup = ['-d', urlOf(replication.port), '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  await run(join(bin, 'pg_basebackup'), backup, { ...who, cwd: folder });
  const port = await freePort();
  const settings = ['cluster_name=standby', 'dynamic_shared_memory_type=mmap', 'wal_retrieve_retry_interval=100ms'];
  const standby = postgresProcess({ bin, data, port, who, settings });
  await standby.start();
  cleanup.defer(() => standby.stop('kill'));
  const address = await openSwitchedAddress(primary.port);
  cleanup.defer(address.close);
  const psql = async (...commands: readonly string[]): Promise<string> => {
    const all = commands.flatMap((one) => ['-c', one]);
    return (await run(join(bin, 'psql'), [primary.url, '-XqAt', ...all])).stdout.trim();
  };
  const isSynchronous = async (): Promise<boolean> =>
    (await psql('SELECT sync_state FROM pg_stat_replication')) === 'sync';
  if (synchronous) {
    await psql(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`, 'SELECT pg_reload_conf()');
    while (!(await isSynchronous())) await sleep(20);
  }
  const opened = cleanup.move();
  return {
    url: urlOf(address.port),
    primaryUrl: primary.url,
    standbyUrl: urlOf(port),
    lead(to, old = 'cut') {
      address.lead({ primary: primary.port, standby: port, nowhere: undefined }[to], old);
    },
    cutStandbyOff: () => replication.lead(undefined, 'cut'),
    isSynchronous,
    async killPrimary() {
      const memory = (await readFile(join(primary.data, 'postmaster.pid'), 'utf8'))
        .split('\n')[6]
        ?.trim()
        .split(/\s+/u)[1];
      await primary.stop('power');
      // What the kernel keeps for a server that had no time to give it back.
      if (memory !== undefined) await run('ipcrm', ['-m', memory], who);
    },
    async promote() {
      await run(join(bin, 'pg_ctl'), ['promote', '-w', '-D', data], { ...who, cwd: folder });
    },
    close: () => opened.disposeAsync(),
  };
}

function urlOf(port: number): string {
  return `postgres://ibid:secret@127.0.0.1:${port}/postgres`;
}
