import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface DebianPostgres {
  /** Of a superuser, so that a test may look at files, end connections and make roles. */
  readonly url: string;
  /** Of its main process; changes with `start`. */
  pid(): number;
  /** Begins it anew after `stop`, on the same port and the same files. */
  start(): Promise<void>;
  /** `fast` as an owner stops it, `kill` as a power cut does. Resolves when it has ended. */
  stop(how: 'fast' | 'kill'): Promise<void>;
  /** Stops it and removes its files; may be repeated. */
  close(): Promise<void>;
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
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = debianPostgresFolder();
  if (bin === undefined) throw new Error('There is no /usr/lib/postgresql/*/bin; install the package postgresql');
  const who = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = await mkdtemp(join(tmpdir(), 'ibid-postgres-'));
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')];
  await writeFile(secret, 'secret', { mode: 0o600 });
  if (who.uid !== undefined) for (const path of [folder, secret]) await chown(path, who.uid, who.gid);
  const order = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'];
  const access = ['--username=ibid', `--pwfile=${secret}`, '--auth=scram-sha-256', '--no-instructions'];
  execFileSync(join(bin, 'initdb'), [...order, ...access, '-D', data], { ...who, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=40'];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
    const child = spawn(join(bin!, 'postgres'), args, { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    running = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-10_000);
        if (said.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL ended while it started:\n${said}`)));
    });
  }

  async function stop(how: 'fast' | 'kill'): Promise<void> {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await once(child, 'exit');
  }

  async function close(): Promise<void> {
    await stop('fast');
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  const url = `postgres://ibid:secret@127.0.0.1:${port}/postgres`;
  return { url, pid: () => running?.pid ?? 0, start, stop, close };
}

function majorOf(folder: string): number {
  return Number(folder.split('/').at(-2));
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
