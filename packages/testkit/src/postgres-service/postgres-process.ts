import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onLoopback } from '../loopback.ts';

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
