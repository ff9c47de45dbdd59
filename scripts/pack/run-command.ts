import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface CommandOptions {
  readonly cwd: string;
  /** The complete environment. */
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a program to its end and returns its output. Rejects with the output if the program fails. */
export async function runCommand(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env }: CommandOptions,
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new Error(`\`${[command, ...args].join(' ')}\` ended with ${code} in ${cwd}:\n${output.slice(-4000)}`);
  return output;
}
