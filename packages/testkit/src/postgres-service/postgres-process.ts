import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PostgresProcess {
  /** Of its main process; changes with `start`, 0 while it is stopped. */
  pid(): number;
  /** Resolves when it lets clients in. */
  start(): Promise<void>;
  /**
   * `fast` as an owner stops it; `kill` as if it had crashed; `power` as a machine that goes: every process of it at once, without a
   * word to anyone. Resolves when it has ended.
   */
  stop(how: 'fast' | 'kill' | 'power'): Promise<void>;
}

export interface PostgresProcessOptions {
  /** Folder of the programs. */
  readonly bin: string;
  readonly data: string;
  readonly port: number;
  readonly who: { readonly uid?: number; readonly gid?: number };
  /** Such as `cluster_name=standby`. */
  readonly settings?: readonly string[];
}

/** The server of one cluster on a port of the loopback interface, without sockets in a folder. */
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
          // A standby lets in readers only.
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
        // Stopped first, so that it begins no others meanwhile.
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
        // The name of a program may have spaces and brackets.
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /su, '')
          .split(' ');
        return Number(ppid) === parent;
      } catch {
        return false;
      }
    });
}
