/**
 * `npm start`: builds the sample textbook with Ibid's panel, which takes half a minute the first time and is quick later, and serves site,
 * panel and API on one port. Arguments after `--` go to `ibid serve`, such as `--port 4000` or `--model ollama/llama3.2`.
 *
 * npm start -- --dev      Docusaurus's development server instead: pages reload as they are edited, and answers follow
 * npm run start:static    the book as static files, served by Docusaurus's file server: readers' browsers answer
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { runCli } from '../packages/cli/src/index.ts';
import { BOOK_FOLDER, buildBook, docusaurusBin, type Book } from './build/build-book.ts';
import { buildPackages } from './build/build-packages.ts';
import { checkServeFlags } from './check-serve-flags.ts';

/** Docusaurus's last line suggests a script that exists only in the book's folder. */
const ADVICE = /^.*Use `npm run serve`.*\n?/gmu;

/** Milliseconds between signs of progress, because Docusaurus is silent while it bundles. */
const BEAT_MS = 5_000;

const args = process.argv.slice(2);
const [first, ...others] = args;
if (first === '--static') process.exitCode = await serveFiles(others);
else
  process.exitCode = args.includes('--dev') ? await develop(args.filter((arg) => arg !== '--dev')) : await serve(args);

async function serve(flags: readonly string[]): Promise<number> {
  const ended = await checkServeFlags(flags, (line) => process.stderr.write(`${line}\n`));
  if (ended !== undefined) return ended;
  const book = await built();
  return runCli(['serve', '--index', book.index, '--site', book.site, '--title', 'the Physical AI book', ...flags]);
}

async function serveFiles(flags: readonly string[]): Promise<number> {
  const { site } = await built();
  process.stderr.write(
    `${relative('', site)} is a site of files alone: a file server hands it out, and the reader's browser answers. Ctrl-C ends it.\n`,
  );
  return runDocusaurus(['serve', '--no-open', '--dir', site, '--host', '127.0.0.1', '--port', '3210', ...flags]);
}

async function built(): Promise<Book> {
  process.stderr.write('Building the sample book where it has changed …\n');
  const started = performance.now();
  const beat = setInterval(() => {
    process.stderr.write(`… ${Math.round((performance.now() - started) / 1000)} s\n`);
  }, BEAT_MS);
  const book = await buildBook({ onOutput: (text) => process.stderr.write(text.replaceAll(ADVICE, '')) });
  clearInterval(beat);
  return book;
}

async function develop(flags: readonly string[]): Promise<number> {
  await buildPackages();
  return runDocusaurus(['start', ...flags]);
}

async function runDocusaurus(flags: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [docusaurusBin(), ...flags], { cwd: BOOK_FOLDER, stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes. Docusaurus ends by itself; only then may this process end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 130;
}
