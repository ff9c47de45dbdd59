import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A running Node program. */
export interface Program extends AsyncDisposable {
  readonly child: ChildProcess;
  /** All output so far. */
  readonly said: () => string;
  /** Exit code, or the signal that ended it, once it has ended. */
  readonly ended: Promise<number | string | null>;
  /** Address that the program prints, without a trailing slash. Rejects with all output if it ends before. */
  address(): Promise<string>;
}

/** Runs a script with the Node of the tests; disposing of the program kills it. */
export function startProgram(script: string, args: readonly string[], options: SpawnOptions): Program {
  const child = spawn(process.execPath, [script, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  return {
    child,
    said: () => said,
    ended,
    async address() {
      for (;;) {
        const url = /answers at (http:\/\/\S+)/u.exec(said)?.[1];
        if (url !== undefined) return url.replace(/\/$/u, '');
        if (child.exitCode !== null) throw new Error(`\`${args.join(' ')}\` ended with ${child.exitCode}:\n${said}`);
        await Promise.race([once(child.stderr!, 'data'), once(child.stdout!, 'data'), ended]);
      }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
