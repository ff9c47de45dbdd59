/**
 * Measures waiting time and downloads for readers of a site without a server, for Ibid and well-known search engines: npm run
 * bench:first-answer [-- --write]
 * `--write` stores the results in bench/results/first-answer.json and their table in docs/guide/static.md. `--pages 100` measures only that
 * size.
 */
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import type { Browser, Page } from 'playwright-core';
import { openSourceCorpus } from '../../../evals/src/open-corpus.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { withTables } from '../../../scripts/with-tables.ts';
import { machine } from '../bench-results.ts';
import { SECTIONS_OF_PAGE } from '../corpus/synthetic-page.ts';
import { SITE_URL, writeCorpus } from '../corpus/write-corpus.ts';
import { milliseconds, percentile } from '../measure.ts';
import { boxPages } from '../search-box/box-site.ts';
import type { EngineInput } from '../search-box/engines.ts';
import { READERS, type BuildSite, type Reader } from './readers.ts';
import { slowHost, type SlowHost } from './slow-host.ts';
import { privateMemory, slowProcessor } from './slow-processor.ts';
import { firstAnswerTable, type Figures, type FirstAnswerResults, type ReaderFigures } from './table.ts';

const LINE = { bitsPerSecond: 1_500_000, roundTrip: 300 };
const SLOWER = 4;
/** Number of readers, each with an empty browser cache, and number of questions per reader. */
const READERS_ASKED = 3;
const QUESTIONS = 3;
/** An engine that has taken this long gets no further readers. */
const LONGEST_MS = 60_000;
/** Reading time before the next question. */
const READING_MS = 3_000;

type Input = Omit<EngineInput, 'folder'> & { readonly questions: readonly string[] };

async function measure(build: BuildSite, input: Input, folder: string): Promise<ReaderFigures> {
  await mkdir(folder, { recursive: true });
  const reader = await build({ ...input, folder });
  await using host = await slowHost(folder, LINE);
  const browser = await launchChromium();
  try {
    const first: Figures[] = [];
    const next: Figures[] = [];
    const memory: number[] = [];
    const started = performance.now();
    for (let at = 0; at < READERS_ASKED && (at === 0 || milliseconds(started) < LONGEST_MS); at += 1) {
      const questions = Array.from(
        { length: QUESTIONS },
        (_, i) => input.questions[(at * QUESTIONS + i) % input.questions.length]!,
      );
      const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
      const page = await context.newPage();
      await page.goto(host.root, { waitUntil: 'networkidle' });
      const before = await privateMemory(browser);
      const asked = await askAll(browser, page, reader, host, questions);
      first.push(asked[0]!);
      next.push(...asked.slice(1));
      memory.push((await privateMemory(browser)) - before);
      await context.close();
    }
    return {
      pages: input.pages.length,
      all: await sizeOf(folder),
      first: median(first),
      next: median(next),
      memory: percentile(memory, 0.5),
    };
  } finally {
    await browser.close();
  }
}

async function askAll(
  browser: Browser,
  page: Page,
  reader: Reader,
  host: SlowHost,
  questions: readonly string[],
): Promise<readonly Figures[]> {
  await using _ = await slowProcessor(browser, SLOWER);
  host.taken();
  const asked: Figures[] = [];
  for (const question of questions) {
    const took = await reader.ask(page, question);
    // Includes data that is preloaded while the reader reads, because it is downloaded too.
    await page.waitForTimeout(READING_MS);
    asked.push({ milliseconds: took, bytes: host.taken().reduce((sum, { bytes }) => sum + bytes, 0) });
  }
  return asked;
}

/** Size of all files except the pages themselves. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const file of glob('**/*.*', { cwd: folder, exclude: ['page/**', '**/*.html'] })) {
    const content = await readFile(join(folder, file)).catch(() => undefined);
    if (content !== undefined) bytes += Math.min(content.length, gzipSync(content).length);
  }
  return bytes;
}

function median(figures: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number =>
    Math.round(
      percentile(
        figures.map((one) => one[name]),
        0.5,
      ),
    );
  return { bytes: of('bytes'), milliseconds: of('milliseconds') };
}

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, pages: { type: 'string', default: '100,2000' } },
});
const root = join(import.meta.dirname, '../../..');
const scratch = await mkdtemp(join(tmpdir(), 'ibid-first-answer-'));
try {
  const engines: Record<string, ReaderFigures[]> = {};
  for (const count of values.pages.split(',').map(Number)) {
    const docs = join(scratch, String(count), 'docs');
    const { questions } = await writeCorpus(docs, count * SECTIONS_OF_PAGE);
    const source = markdownSource({ root: docs, siteUrl: SITE_URL, flavour: 'folder' });
    const corpus = await openSourceCorpus(source, join(scratch, String(count), 'index.db'));
    const input = { corpus, pages: await boxPages(corpus.store), questions: questions.map(({ text }) => text) };
    for (const [name, build] of Object.entries(READERS)) {
      const figures = await measure(build, input, join(scratch, String(count), name));
      (engines[name] ??= []).push(figures);
      process.stderr.write(`${name}: ${JSON.stringify(figures)}\n`);
    }
    await corpus.engine.close();
  }
  const results: FirstAnswerResults = { machine: machine(), engines };
  const table = firstAnswerTable(results);
  process.stdout.write(`${table}\n`);
  if (values.write) {
    await writeFile(join(root, 'bench/results/first-answer.json'), `${JSON.stringify(results, null, 2)}\n`);
    const page = join(root, 'docs/guide/static.md');
    await writeFile(page, withTables(await readFile(page, 'utf8'), { 'first-answer': table }));
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
