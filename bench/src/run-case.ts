import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CaseInput } from './cases/bench-case.ts';
import { CASES } from './cases/index.ts';
import type { Figures } from './measure.ts';

/** Figures of a case, or the reason why there are none. */
export type CaseOutcome =
  | { readonly kind: 'measured'; readonly figures: Figures }
  | { readonly kind: 'skipped'; readonly reason: string };

/** First argument of the processes that `runCase` starts. */
export const CASE_COMMAND = 'case';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs a case in a separate process, so that its memory can be measured, and kills it if it takes too long. */
export function runCase(name: string, input: CaseInput, seconds: number): Promise<CaseOutcome> {
  return new Promise((resolve) => {
    const args = ['--expose-gc', '--max-old-space-size=12000', MAIN, CASE_COMMAND, name];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let problem = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (problem += data.toString()));
    child.on('close', (code) => {
      clearTimeout(timer);
      if (late) resolve({ kind: 'skipped', reason: `took longer than ${seconds} s` });
      else if (code === 0) resolve({ kind: 'measured', figures: JSON.parse(output) as Figures });
      else resolve({ kind: 'skipped', reason: lastError(problem) });
    });
    child.stdin.end(JSON.stringify(input));
  });
}

/** Entry point of a process started by `runCase`. */
export async function serveCase(name: string): Promise<void> {
  let text = '';
  for await (const data of process.stdin) text += String(data);
  const open = CASES[name];
  if (open === undefined) throw new Error(`There is no case \`${name}\`.`);
  const figures = await (await open())(JSON.parse(text) as CaseInput);
  process.stdout.write(JSON.stringify(figures));
}

function lastError(problem: string): string {
  const line = problem.split('\n').find((text) => /^\w*Error\b|^FATAL/.test(text));
  return line ?? (problem.trim().slice(-200) || 'ended without a result');
}
