import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresProcess } from './postgres-process.ts';

export interface DebianPostgres extends PostgresProcess {
  /** Address with a superuser, so that a test may look at files, end connections and create roles. */
  readonly url: string;
  /** User and group it runs as; empty if this process is not root. */
  readonly who: { readonly uid?: number; readonly gid?: number };
  /** Temporary folder of this server; tests may store other files in it. */
  readonly folder: string;
  readonly data: string;
  /** Stops it and removes its files; may be called repeatedly. */
  close(): Promise<void>;
}

export interface DebianPostgresOptions {
  /** Settings such as `wal_level=logical`. */
  readonly settings?: readonly string[];
  /** Additional arguments of `initdb`. */
  readonly initdb?: readonly string[];
}

/** Folder in which Debian installs the newest PostgreSQL; `undefined` if there is none. */
export function debianPostgresFolder(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .toSorted((a, b) => majorOf(a) - majorOf(b))
    .findLast((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * Starts a new cluster in a temporary folder, on a free loopback port, with language-aware collation, a password and `fsync`.
 * PostgreSQL refuses to run as root, so it then runs as Debian's user `postgres`.
 */
export async function startDebianPostgres(options: DebianPostgresOptions = {}): Promise<DebianPostgres> {
  const bin = debianPostgresFolder();
  if (bin === undefined) throw new Error('There is no /usr/lib/postgresql/*/bin; install the package postgresql');
  const who = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = await mkdtemp(join(tmpdir(), 'ibid-postgres-'));
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')];
  await writeFile(secret, 'secret', { mode: 0o600 });
  if (who.uid !== undefined) for (const path of [folder, secret]) await chown(path, who.uid, who.gid);
  const order = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'];
  const access = ['--username=ibid', `--pwfile=${secret}`, '--auth=scram-sha-256', '--no-instructions'];
  const args = [...order, ...access, ...(options.initdb ?? []), '-D', data];
  execFileSync(join(bin, 'initdb'), args, { ...who, cwd: folder, stdio: 'pipe' });
  const removeFiles = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const server = await startPostgres({ bin, data, who, settings: options.settings ?? [] }).catch(
    async (error: unknown) => {
      await removeFiles();
      throw error;
    },
  );
  const url = `postgres://ibid:secret@127.0.0.1:${server.port}/postgres`;
  return {
    ...server,
    url,
    who,
    folder,
    data,
    async close() {
      // The files are no longer needed, and a server in recovery may ignore other signals.
      await server.stop('kill');
      await removeFiles();
    },
  };
}

function majorOf(folder: string): number {
  return Number(folder.split('/').at(-2));
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
