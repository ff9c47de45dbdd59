import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PostgresProcess {
  /** Id of its main process; changes with `start`, 0 while it is stopped. */
  pid(): number;
  /** Resolves when it accepts clients. */
  start(): Promise<void>;
  /**
   * Stops the server: `fast` is a regular stop, `kill` a crash, `power` a power failure, in which all its processes end at once
   * without notice. Resolves when it has ended.
   */
  stop(how: 'fast' | 'kill' | 'power'): Promise<void>;
}

export interface PostgresProcessOptions {
  /** Folder of the PostgreSQL programs. */
  readonly bin: string;
  readonly data: string;
  readonly port: number;
  readonly who: { readonly uid?: number; readonly gid?: number };
  /** Settings such as `cluster_name=standby`. */
  readonly settings?: readonly string[];
}

/** The server of one cluster on a loopback port, without Unix sockets. */
export function postgresProcess({ bin, data, port, who, settings = [] }: PostgresProcessOptions): PostgresProcess {
  let running: ChildProcess | undefined;
  return {
    pid: () => running?.pid ?? 0,
    async start() {
      const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=40', ...settings];
      const args = ['-D', data, '-p', String(port), ...all.flatMap((one) => ['-c', one])];
      const child = spawn(join(bin, 'postgres'), args, { ...who, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
      running = child;
      let said = '';
      await new Promise<void>((resolve, reject) => {
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-10_000);
          // A standby accepts only read-only connections.
          if (/ready to accept (?:read-only )?connections/u.test(said)) resolve();
        });
        child.once('exit', () => reject(new Error(`PostgreSQL ended while it started:\n${said}`)));
      });
    },
    async stop(how) {
      const child = running;
      running = undefined;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (how === 'power') {
        // Paused first, so that it starts no new processes.
        child.kill('SIGSTOP');
        for (const pid of childrenOf(child.pid!)) process.kill(pid, 'SIGKILL');
        child.kill('SIGKILL');
      } else child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
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
