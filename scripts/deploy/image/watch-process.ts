import type { ChildProcess } from 'node:child_process';
import type { Container } from './container.ts';

/** Collects what a process writes and how it ends. */
export function watchProcess(child: ChildProcess): Container {
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (written += part.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return { pid: child.pid ?? 0, output: () => written, ended };
}
