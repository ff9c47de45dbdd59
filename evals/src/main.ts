import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFailure, readBaselines, updated, writeBaselines } from './baselines.ts';
import { dataFolder } from './data-folder.ts';
import { evalReport, resultsJson } from './eval-report.ts';
import { evalTable } from './eval-table.ts';
import { HELP, readOptions, type EvalOptions } from './options.ts';
import { runSets, type SetOutcome } from './run-sets.ts';
import { EVAL_SETS } from './sets/index.ts';

const BASELINES = fileURLToPath(new URL('../baselines', import.meta.url));

async function main(options: EvalOptions): Promise<number> {
  const started = performance.now();
  const progress = (line: string): void => {
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  };
  const sets = EVAL_SETS.filter(({ name }) => options.sets === undefined || options.sets.includes(name));
  const outcomes = await runSets(sets, {
    data: dataFolder(),
    baselines: BASELINES,
    sample: options.sample,
    progress,
  });
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'results.json'), `${JSON.stringify(resultsJson(outcomes), null, 2)}\n`);
  await writeFile(join(options.out, 'index.html'), evalReport(outcomes, options.sample));
  for (const { result } of outcomes) {
    for (const [name, text] of Object.entries(result.files ?? {})) await writeFile(join(options.out, name), text);
  }
  process.stdout.write(evalTable(outcomes));
  process.stdout.write(`\n${resolve(options.out)}/index.html\n`);
  if (options.updateBaselines) {
    await update(outcomes);
    return 0;
  }
  return outcomes.some(({ comparisons }) => comparisons.some(({ verdict }) => isFailure(verdict))) ? 1 : 0;
}

async function update(outcomes: readonly SetOutcome[]): Promise<void> {
  for (const { name, skipped, result } of outcomes) {
    if (skipped !== '') continue;
    await writeBaselines(BASELINES, name, updated(result.metrics, await readBaselines(BASELINES, name)));
  }
}

const parsed = readOptions(
  process.argv.slice(2),
  EVAL_SETS.map(({ name }) => name),
);
if (parsed.kind === 'run') {
  process.exitCode = await main(parsed.options);
} else {
  const stream = parsed.kind === 'help' ? process.stdout : process.stderr;
  stream.write(parsed.kind === 'help' ? HELP : `${parsed.message}\n\n${HELP}`);
  process.exitCode = parsed.kind === 'help' ? 0 : 2;
}
