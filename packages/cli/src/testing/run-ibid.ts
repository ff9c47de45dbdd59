import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

const LAUNCHER = join(import.meta.dirname, '..', '..', 'bin', 'ibid.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Resolves with all output so far once `pattern` stands in it; rejects when the process ends without. */
  seen(pattern: RegExp): Promise<string>;
  readonly finished: Promise<Finished>;
}

/** Starts the real program in `cwd`, without anything of the surrounding configuration. */
export function startIbid(
  cwd: string,
  args: readonly string[],
  options: { readonly node?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Started {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', ...options.env };
  const child = spawn(options.node ?? process.execPath, [LAUNCHER, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const grow = (): void => waiting.forEach((check) => check());
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    grow();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
    grow();
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    finished,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (pattern.test(stdout + stderr)) resolve(stdout + stderr);
        };
        waiting.add(check);
        check();
        void finished.then(() => reject(new Error(`ended without ${pattern}: ${stdout}${stderr}`)));
      }),
  };
}

export function ibid(cwd: string, ...args: string[]): Promise<Finished> {
  return startIbid(cwd, args).finished;
}

export interface Workplace extends AsyncDisposable {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
}

/** A folder of its own that disappears with the test. */
export async function openWorkplace(): Promise<Workplace> {
  const path = await mkdtemp(join(tmpdir(), 'ibid-cli-'));
  return {
    path,
    async write(files) {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), text);
      }
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
