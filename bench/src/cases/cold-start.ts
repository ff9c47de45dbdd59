import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { milliseconds, percentile, type Figures } from '../measure.ts';
import type { CaseInput } from './bench-case.ts';

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/ibid.js', import.meta.url));
const RUNS = 9;

/** Time from starting the command line to the first byte of an answer, with an existing index and files in the system's cache. */
export async function coldStart({ corpus, index, questions }: CaseInput): Promise<Figures> {
  await timeToFirstByte([CLI, 'index', corpus, '--index', index, '--json']);
  const answers: number[] = [];
  const floors: number[] = [];
  for (const { text } of questions.slice(0, RUNS)) {
    answers.push(await timeToFirstByte([CLI, 'ask', text, '--index', index, '--json']));
    floors.push(await timeToFirstByte(['--print', '1']));
  }
  return {
    'first answer p50 ms': percentile(answers, 0.5),
    'first answer min ms': Math.min(...answers),
    'bare Node p50 ms': percentile(floors, 0.5),
    'bare Node min ms': Math.min(...floors),
  };
}

/** Rejects if the command ends without having written anything. */
function timeToFirstByte(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let first: number | undefined;
    let problem = '';
    child.stdout.on('data', () => (first ??= milliseconds(started)));
    child.stderr.on('data', (data: Buffer) => (problem += data.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (first === undefined) reject(new Error(`${args[1] ?? ''} ended with ${code}: ${problem.slice(-300)}`));
      else resolve(first);
    });
  });
}
