/**
 * Computes the tables of docs/scaling.md from bench/results/scale.json: `npm run docs:scaling`. With a path, first imports the results of a
 * run of `npm run bench -- --parts scale`: `npm run docs:scaling -- out/bench/results.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scalingTables, type ScaleResults } from '../bench/src/scale/scaling-tables.ts';
import { withTables } from './with-tables.ts';

const root = join(import.meta.dirname, '..');
const kept = join(root, 'bench/results/scale.json');
const page = join(root, 'docs/scaling.md');

const given = process.argv[2];
if (given !== undefined) {
  const { machine, scale } = JSON.parse(await readFile(given, 'utf8')) as Partial<ScaleResults>;
  if (machine === undefined || scale === undefined) {
    process.stderr.write(`\`${given}\` holds no results of \`npm run bench -- --parts scale\`.\n`);
    process.exit(2);
  }
  await writeFile(kept, `${JSON.stringify({ machine, scale }, null, 2)}\n`);
}
const tables = scalingTables(JSON.parse(await readFile(kept, 'utf8')) as ScaleResults);
await writeFile(page, withTables(await readFile(page, 'utf8'), tables));
