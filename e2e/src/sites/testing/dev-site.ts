import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onLoopback } from '@ibid/testkit';
import { freshSite, SITES, startDocusaurus } from './built-site.ts';
import type { SiteShape } from './site-pages.ts';

const STARTS_WITHIN_MS = 120_000;
const LOOK_MS = 100;

export interface DevSite extends AsyncDisposable {
  readonly folder: string;
  /** Address with the base path; ends with a slash. */
  readonly root: string;
  readonly said: () => string;
  /** Sends Ctrl-C, as a terminal does. Resolves once the program has ended. */
  interrupt(): Promise<unknown>;
  /** Ids of the processes of its group that are still running. */
  left(): Promise<readonly number[]>;
}

/** Runs `docusaurus start` on a newly written site; resolves when its pages and its API answer. */
export async function devSite(shape: SiteShape): Promise<DevSite> {
  const folder = join(SITES, shape.name);
  await freshSite(folder, shape);
  const { port, close } = await onLoopback(createServer());
  await close();
  const args = ['start', '--no-open', '--host', '127.0.0.1', '--port', String(port)];
  // A process group, as a shell creates one for a command.
  const program = startDocusaurus(folder, args, { detached: true });
  const { child, said, finished } = program;
  const end = async (): Promise<void> => {
    if ((await groupOf(child)).length > 0) process.kill(-child.pid!, 'SIGKILL');
    await finished;
    await rm(folder, { recursive: true, force: true });
  };
  const root = `http://127.0.0.1:${port}${shape.baseUrl ?? '/'}`;
  try {
    await answering(root, child, said);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    folder,
    root,
    said,
    interrupt() {
      process.kill(-child.pid!, 'SIGINT');
      return finished;
    },
    left: () => groupOf(child),
    [Symbol.asyncDispose]: end,
  };
}

async function answering(root: string, child: ChildProcess, said: () => string): Promise<void> {
  const until = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const isReady = await fetch(`${root}__ibid/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(LOOK_MS);
  }
  throw new Error(`\`docusaurus start\` does not answer:\n${said()}`);
}

/** All processes of the child's group. */
async function groupOf(child: ChildProcess): Promise<readonly number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const inGroup = await Promise.all(
    processes.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      // The program name is in brackets and may contain any character.
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(group) === child.pid && state !== 'Z';
    }),
  );
  return processes.filter((_, index) => inGroup[index]).map(Number);
}
