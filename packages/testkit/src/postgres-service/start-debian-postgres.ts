import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { postgresProcess, type PostgresProcess } from './postgres-process.ts';

export interface DebianPostgres extends PostgresProcess {
  /** Of a superuser, so that a test may look at files, end connections and make roles. */
  readonly url: string;
  readonly port: number;
  /** Whom it runs as; nobody else where this process is not root. */
  readonly who: { readonly uid?: number; readonly gid?: number };
  /** A temporary folder of its own; others may lie in there as well. */
  readonly folder: string;
  readonly data: string;
  /** Stops it and removes its files; may be repeated. */
  close(): Promise<void>;
}

export interface DebianPostgresOptions {
  /** Such as `wal_level=logical`. */
  readonly settings?: readonly string[];
  /** More arguments of `initdb`. */
  readonly initdb?: readonly string[];
}

/** Where Debian puts the newest PostgreSQL; `undefined` where it is not installed. */
export function debianPostgresFolder(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .toSorted((a, b) => majorOf(a) - majorOf(b))
    .findLast((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * A cluster of its own in a temporary folder, on a free port of the loopback interface, ordered by a language rather than by bytes,
 * with a password and with `fsync`. PostgreSQL refuses to run as root, so it then runs as Debian's user `postgres`.
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
  const port = await freePort();
  const server = postgresProcess({ bin, data, port, who, settings: options.settings ?? [] });

  async function close(): Promise<void> {
    // Nobody wants its files any more, and one that is at its recovery may not hear any other word.
    await server.stop('kill');
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await server.start();
  } catch (error) {
    await close();
    throw error;
  }
  const url = `postgres://ibid:secret@127.0.0.1:${port}/postgres`;
  return { ...server, url, port, who, folder, data, close };
}

function majorOf(folder: string): number {
  return Number(folder.split('/').at(-2));
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
