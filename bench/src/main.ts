import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HELP, readOptions, type BenchOptions } from './options.ts';
import { CASE_COMMAND, runCase, serveCase } from './run-case.ts';

/** Imports are inside, because the processes of the cases also start from this file and must not load them. */
async function main(options: BenchOptions): Promise<void> {
  const { machine, resultsJson } = await import('./bench-results.ts');
  const { benchTable } = await import('./bench-table.ts');
  const { runBench } = await import('./run-bench.ts');
  const on = machine();
  progress(`${on.cpu}, ${on.cores} cores, ${on.memoryGigabytes} GB, Node ${on.node}, load ${on.load}`);
  if (on.load > on.cores / 2) progress('The machine is busy: times will be longer than they need to be.');
  const outcome = await runBench({ ...options, run: runCase, progress });
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'results.json'), `${JSON.stringify(resultsJson(outcome, on), null, 2)}\n`);
  process.stdout.write(benchTable(outcome));
  process.stdout.write(`\n${resolve(options.out)}/results.json\n`);
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

const args = process.argv.slice(2);
if (args[0] === CASE_COMMAND) {
  await serveCase(args[1] ?? '');
} else {
  const parsed = readOptions(args);
  if (parsed.kind === 'run') {
    await main(parsed.options);
  } else {
    const stream = parsed.kind === 'help' ? process.stdout : process.stderr;
    stream.write(parsed.kind === 'help' ? HELP : `${parsed.message}\n\n${HELP}`);
    process.exitCode = parsed.kind === 'help' ? 0 : 2;
  }
}
