import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { debianPostgresFolder, startDebianPostgres, startPostgres } from '@ibid/testkit';
import { openSwitchedAddress } from './switched-address.ts';

export interface PostgresPair {
  /** Address for clients; leads to the primary at first. */
  readonly url: string;
  leadToStandby(): void;
  /** Kills all processes of the primary at once. */
  killPrimary(): Promise<void>;
  /** Resolves when the standby accepts writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Not the synchronous version, because this thread also serves the switched address. */
const run = promisify(execFile);

/** A primary, a standby that has each commit on disk before it is acknowledged, and one address for both. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const bin = debianPostgresFolder()!;
  await using cleanup = new AsyncDisposableStack();
  // Shared memory of a killed server would remain.
  const primary = await startDebianPostgres({ settings: ['dynamic_shared_memory_type=mmap', 'wal_sender_timeout=5s'] });
  cleanup.defer(primary.close);
  const { folder, who } = primary;
  const data = join(folder, 'standby');
  const backup = ['-d', primary.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  await run(join(bin, 'pg_basebackup'), backup, { ...who, cwd: folder });
  const settings = ['cluster_name=standby', 'dynamic_shared_memory_type=mmap', 'wal_retrieve_retry_interval=100ms'];
  const standby = await startPostgres({ bin, data, who, settings });
  cleanup.defer(() => standby.stop('kill'));
  const address = cleanup.use(await openSwitchedAddress({ host: '127.0.0.1', port: primary.port }));
  const psql = async (...commands: readonly string[]): Promise<string> => {
    const all = commands.flatMap((one) => ['-c', one]);
    return (await run(join(bin, 'psql'), [primary.url, '-XqAt', ...all])).stdout.trim();
  };
  await psql(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`, 'SELECT pg_reload_conf()');
  while ((await psql('SELECT sync_state FROM pg_stat_replication')) !== 'sync') await sleep(20);
  const opened = cleanup.move();
  return {
    url: `postgres://ibid:secret@127.0.0.1:${address.port}/postgres`,
    leadToStandby: () => address.lead(standby.port),
    async killPrimary() {
      const memory = (await readFile(join(primary.data, 'postmaster.pid'), 'utf8'))
        .split('\n')[6]
        ?.trim()
        .split(/\s+/u)[1];
      await primary.stop('power');
      // Removes the shared memory that the killed server could not release.
      if (memory !== undefined) await run('ipcrm', ['-m', memory], who);
    },
    async promote() {
      await run(join(bin, 'pg_ctl'), ['promote', '-w', '-D', data], { ...who, cwd: folder });
    },
    close: () => opened.disposeAsync(),
  };
}
