/**
 * Runs the shell examples of `docs/wire/` against a server over the sample textbook and writes their output into the pages, below each
 * example: npm run docs:examples. Ids, clock and index are fixed, so the output is always the same. `doc-examples.test.ts` checks the pages.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleServer, indexBook } from './doc-examples/example-server.ts';
import { runExamples } from './doc-examples/run-examples.ts';

const FOLDER = join(import.meta.dirname, '../docs/wire');

await using cleanup = new AsyncDisposableStack();
const folder = cleanup.adopt(await mkdtemp(join(tmpdir(), 'ibid-examples-')), (path) => rm(path, { recursive: true }));
const indexed = join(folder, 'index.db');
await indexBook(indexed);

let written = 0;
for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.md')).sort()) {
  const file = join(FOLDER, name);
  const page = await readFile(file, 'utf8');
  // Each page gets a new server, so that its ids do not depend on other pages.
  await using server = await exampleServer(indexed);
  const fresh = await runExamples(page, server.url);
  if (fresh === page) continue;
  written += 1;
  await writeFile(file, fresh);
}
process.stdout.write(`${written} pages written\n`);
