import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { runCli } from '../main.ts';

export const LAUNCHER: string = join(import.meta.dirname, '..', '..', 'bin', 'ibid.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running Node program. Disposing of it kills it. */
export interface Started extends AsyncDisposable {
  readonly child: ChildProcess;
  /** All output so far. */
  said(): string;
  /** Resolves to all output so far once it matches `pattern`; rejects if the process ends without a match. */
  seen(pattern: RegExp): Promise<string>;
  readonly finished: Promise<Finished>;
}

/** Runs a script as a process of its own. `node`: path of another Node than that of the tests. */
export function startProgram(
  script: string,
  args: readonly string[],
  { node = process.execPath, ...options }: SpawnOptions & { readonly node?: string | undefined },
): Started {
  const child = spawn(node, [script, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.on('data', (data: Buffer) => {
      written[name] += data.toString();
      for (const check of waiting) check();
    });
  }
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...written }));
  });
  const said = (): string => written.stdout + written.stderr;
  return {
    child,
    said,
    finished,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (pattern.test(said())) resolve(said());
        };
        waiting.add(check);
        check();
        void finished.then(() => reject(new Error(`ended without ${pattern}: ${said()}`)));
      }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await finished;
    },
  };
}

/** Starts the real program in `cwd`, without the surrounding configuration. */
export function startIbid(
  cwd: string,
  args: readonly string[],
  options: { readonly node?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Started {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', ...options.env };
  return startProgram(LAUNCHER, args, { cwd, env, node: options.node });
}

export interface Served {
  readonly run: Started;
  readonly url: string;
  /** Stops the server like an orchestrator; resolves when the process has ended. */
  stop(): Promise<Finished>;
}

/** Starts `ibid serve` on a free port, and waits until it answers. */
export async function serveIbid(
  cwd: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const run = startIbid(cwd, ['serve', '--port', '0', ...flags], { env });
  const url = await addressOf(run);
  const stop = (): Promise<Finished> => {
    run.child.kill('SIGTERM');
    return run.finished;
  };
  return { run, url, stop };
}

/** Address that `ibid serve` prints, without a trailing slash. */
export async function addressOf(run: Started): Promise<string> {
  const [, url] = /answers at (http:\/\/\S*\d)/u.exec(await run.seen(/answers at http:\/\/\S+\d/u))!;
  return url!;
}

export function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Runs one command to its end inside this process, which saves the second that a process needs to start. */
export function ibid(cwd: string, ...args: string[]): Promise<Finished> {
  return runIbid(cwd, args);
}

let turn: Promise<unknown> = Promise.resolve();

/** The same with environment variables. Commands run in turn, because folder, environment and output belong to the process. */
export function runIbid(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const run = turn.then(() => runHere(cwd, args, env));
  turn = run.catch(() => undefined);
  return run;
}

async function runHere(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> {
  const folder = process.cwd();
  const own = Object.getOwnPropertyDescriptors(process);
  const written = { stdout: '', stderr: '' };
  const collect = (name: 'stdout' | 'stderr'): Writable =>
    new Writable({ write: (data: Buffer, _, done) => ((written[name] += data.toString()), done()) });
  const value = { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', ...env };
  process.chdir(cwd);
  try {
    for (const name of ['stdout', 'stderr'] as const)
      Object.defineProperty(process, name, { value: collect(name), configurable: true });
    Object.defineProperty(process, 'env', { ...own.env, value });
    const code = await runCli(args);
    return { code, ...written };
  } finally {
    for (const name of ['stdout', 'stderr', 'env'] as const) Object.defineProperty(process, name, own[name]!);
    process.chdir(folder);
  }
}

export interface Workplace extends AsyncDisposable {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
}

/** Creates a temporary folder that is deleted after the test. */
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
