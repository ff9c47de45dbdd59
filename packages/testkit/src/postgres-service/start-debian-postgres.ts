import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onLoopback } from '../loopback.ts';

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

export interface PostgresProcess {
  readonly port: number;
  /**
   * Stops the server: `kill` is a crash, `power` a power failure, in which all its processes end at once without notice. Resolves when it has
   * ended; may be called repeatedly.
   */
  stop(how: 'kill' | 'power'): Promise<void>;
}

export interface PostgresProcessOptions {
  /** Folder of the PostgreSQL programs. */
  readonly bin: string;
  readonly data: string;
  readonly who: { readonly uid?: number; readonly gid?: number };
  /** Settings such as `cluster_name=standby`. */
  readonly settings?: readonly string[];
}

/** Starts the server of a cluster on a free loopback port, without Unix sockets. Resolves when it accepts clients. */
export async function startPostgres({
  bin,
  data,
  who,
  settings = [],
}: PostgresProcessOptions): Promise<PostgresProcess> {
  const { port, close } = await onLoopback(createServer());
  await close();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=40', ...settings];
  const args = ['-D', data, '-p', String(port), ...all.flatMap((one) => ['-c', one])];
  const child = spawn(join(bin, 'postgres'), args, { ...who, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      // A standby accepts only read-only connections.
      if (/ready to accept (?:read-only )?connections/u.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL ended while it started:\n${said}`)));
  });
  return {
    port,
    async stop(how) {
      if (child.exitCode === null && child.signalCode === null) {
        if (how === 'power') {
          // Paused first, so that it starts no new processes.
          child.kill('SIGSTOP');
          for (const pid of childrenOf(child.pid!)) process.kill(pid, 'SIGKILL');
          child.kill('SIGKILL');
        } else child.kill('SIGQUIT');
      }
      await ended;
    },
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // A program name may contain spaces and brackets.
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /su, '')
          .split(' ');
        return Number(ppid) === parent;
      } catch {
        return false;
      }
    });
}
