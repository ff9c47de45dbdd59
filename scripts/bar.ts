/**
 * Attacks the whole product again and again, class by class, and counts what got through:
 *
 *     npm run bar                          every class once, about half an hour
 *     npm run bar -- --rounds 20           hours; kills, fuzzed requests and payloads differ from round to round
 *     npm run bar -- --only kills,selections --json
 *     npm run bar -- --write               also puts the table into docs/measurements.md
 *
 * Exit code 1 where anything failed. Ctrl-C prints what was counted so far.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type BarCount,
  barTable,
  CLASSES,
  countResults,
  NOTHING_TRIED,
  type TestResults,
} from './bar/count-results.ts';
import { withTables } from './with-tables.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/measurements.md');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(CLASSES).join(',') },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const names = values.only.split(',');
const unknown = names.filter((name) => CLASSES[name] === undefined);
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  const what =
    unknown.length > 0 ? `there is no class \`${unknown[0]}\`` : `\`--rounds ${values.rounds}\` is no number`;
  process.stderr.write(`${what}. Classes: ${Object.keys(CLASSES).join(', ')}; rounds: 1 or more.\n`);
  process.exit(2);
}

const counts = new Map<string, BarCount>(names.map((name) => [name, NOTHING_TRIED]));
const folder = await mkdtemp(join(tmpdir(), 'ibid-bar-'));
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

for (let round = 1; round <= rounds && !stop.signal.aborted; round++) {
  for (const name of names) {
    if (stop.signal.aborted) break;
    process.stderr.write(`round ${round} of ${rounds}: ${name}\n`);
    const results = await run(name);
    // An interrupted run writes no results.
    if (results !== undefined) counts.set(name, countResults(results, counts.get(name)));
  }
}
await rm(folder, { recursive: true });

const table = barTable(counts);
process.stdout.write(`${values.json ? JSON.stringify(Object.fromEntries(counts), null, 2) : table}\n`);
if (values.write) await writeFile(page, withTables(await readFile(page, 'utf8'), { bar: table }));
for (const { failed } of counts.values()) for (const test of failed) process.stderr.write(`failed: ${test}\n`);
process.exitCode = [...counts.values()].some(({ failed }) => failed.length > 0) ? 1 : 0;

/** Runs the tests of a class once. Each attempt of a property or fuzzed request has a different seed. */
async function run(name: string): Promise<TestResults | undefined> {
  const file = join(folder, 'results.json');
  const projects = ['quick', 'apart', 'long', 'exhaustive'].flatMap((project) => ['--project', project]);
  const args = ['vitest', 'run', ...projects, ...CLASSES[name]!, '--reporter=json', `--outputFile=${file}`];
  const child = spawn('npx', args, { cwd: root, stdio: 'ignore' });
  await once(child, 'exit');
  if (stop.signal.aborted) return undefined;
  return JSON.parse(await readFile(file, 'utf8')) as TestResults;
}
