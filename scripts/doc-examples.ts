/**
 * Runs the shell examples of `docs/wire/` against a server over the sample textbook and writes their output into the pages, below each
 * example. With `--check`, only reports which pages are out of date. Ids, clock and index are fixed, so the output is always the same.
 *
 * node scripts/doc-examples.ts            updates the pages
 * node scripts/doc-examples.ts --check    exit code 1 if a page is out of date
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { exampleServer, indexBook } from './doc-examples/example-server.ts';
import { runExamples } from './doc-examples/run-examples.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/wire');
const check = process.argv.includes('--check');

await using cleanup = new AsyncDisposableStack();
const folder = cleanup.adopt(await mkdtemp(join(tmpdir(), 'ibid-examples-')), (path) => rm(path, { recursive: true }));
const indexed = join(folder, 'index.db');
await indexBook(indexed);

let stale = 0;
for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.md')).sort()) {
  const file = join(FOLDER, name);
  const page = await readFile(file, 'utf8');
  // Each page gets a new server, so that its ids do not depend on other pages.
  await using server = await exampleServer(indexed);
  const fresh = await runExamples(page, server.url);
  if (fresh === page) continue;
  stale += 1;
  if (check) process.stderr.write(`${relative(ROOT, file)} is out of date; run \`npm run docs:examples\`\n`);
  else await writeFile(file, fresh);
}
process.stdout.write(`${stale} ${check ? 'pages out of date' : 'pages written'}\n`);
if (check && stale > 0) process.exitCode = 1;
