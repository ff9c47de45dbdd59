import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildPackages } from './build-packages.ts';
import { withLock } from './with-lock.ts';

const ROOT = join(import.meta.dirname, '../..');
const BOOK = join(ROOT, 'examples/physical-ai-book');
const CACHE = join(ROOT, 'node_modules/.cache/ibid-book');
/** Inputs of a built book, in addition to the packages. */
const SOURCES = '{docs,src,static,i18n,versioned_docs,versioned_sidebars,*.ts,*.json}';

export interface Book {
  /** Folder of the built site. */
  readonly site: string;
  /** Index that the plugin made during the build. */
  readonly index: string;
}

export const BOOK_FOLDER: string = BOOK;

/**
 * Builds the sample book as a site with its index, unless it is up to date. Several processes may call this at once. Rejects with the end
 * of Docusaurus's output if the build fails.
 */
export async function buildBook(
  options: { readonly onOutput?: (text: string) => void; readonly signal?: AbortSignal } = {},
): Promise<Book> {
  const book = { site: join(BOOK, 'build'), index: join(BOOK, '.ibid/index.db') };
  await buildPackages();
  const mark = join(book.site, '.built-from');
  return withLock(join(CACHE, 'lock.db'), async () => {
    const state = await stateOfBook();
    if ((await readFile(mark, 'utf8').catch(() => '')) === state) return book;
    // An index made by other code may have another format.
    await rm(dirname(book.index), { recursive: true, force: true });
    await runDocusaurus(['build'], options);
    await writeFile(mark, state);
    return book;
  });
}

async function runDocusaurus(
  args: readonly string[],
  { onOutput = () => undefined, signal }: { readonly onOutput?: (text: string) => void; readonly signal?: AbortSignal },
): Promise<void> {
  const child = spawn(process.execPath, [docusaurusBin(), ...args], {
    cwd: BOOK,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    const text = chunk.toString();
    said = (said + text).slice(-4000);
    onOutput(text);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The sample book could not be built (exit code ${code}). Docusaurus said:\n${said}`);
}

/** Path of the Docusaurus program in the book's own dependencies. */
export function docusaurusBin(): string {
  const manifest = createRequire(join(BOOK, 'package.json')).resolve('@docusaurus/core/package.json');
  return join(dirname(manifest), 'bin', 'docusaurus.mjs');
}

/** Test code does not affect the content of an index. */
const IN_TESTS = /\.test\.ts$|-fixture\.ts$|\/testing\//u;

async function stateOfBook(): Promise<string> {
  const hash = createHash('sha256');
  const own = await Array.fromAsync(glob(`${SOURCES}{,/**/*.*}`, { cwd: BOOK }));
  const packages = await Array.fromAsync(glob('packages/{widget,docusaurus-plugin}/dist/.built-from', { cwd: ROOT }));
  // Code that reads, splits and embeds pages determines the index.
  const engine = await Array.fromAsync(glob('packages/{core,drivers,cli}/src/**/*.ts', { cwd: ROOT }));
  for (const [root, files] of [
    [BOOK, own],
    [ROOT, [...packages, ...engine.filter((file) => !IN_TESTS.test(file))]],
  ] as const) {
    for (const file of files.toSorted()) {
      const bytes = await readFile(join(root, file)).catch(() => undefined);
      if (bytes !== undefined) hash.update(file).update(bytes);
    }
  }
  return hash.digest('hex');
}
