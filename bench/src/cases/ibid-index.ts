import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { openStore } from '@ibid/core';
import type { ChunkStore, IndexedPage } from '@ibid/core/types';
import { chunkPage, termCounts } from '@ibid/core/chunk';
import { ingest, type IngestReport } from '@ibid/core/ingest';
import { parsePage } from '@ibid/core/parse';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { workerParser } from '@ibid/drivers/parsers/worker';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { SITE_URL } from '../corpus/write-corpus.ts';
import { fileMegabytes, milliseconds, peakMegabytes, type Figures } from '../measure.ts';
import type { CaseInput } from './bench-case.ts';

/** Pages read to measure the rate of parsing and splitting alone. */
const PARSED_PAGES = 200;

/** Indexes the corpus like the command line, twice. */
export async function ibidIndex({ corpus, index }: CaseInput): Promise<Figures> {
  enableCompileCache();
  const parsing = await parseRate(corpus);
  const before = process.cpuUsage();
  const first = await indexOnce(corpus, index);
  const cpu = process.cpuUsage(before);
  const peak = peakMegabytes();
  const second = await indexOnce(corpus, index);
  const { timings, chunks } = first.report;
  return {
    chunks,
    'index s': first.seconds,
    'index chunks/s': chunks / first.seconds,
    'index cpu s': (cpu.user + cpu.system) / 1e6,
    'list s': timings.list / 1000,
    'pages s': timings.pages / 1000,
    'of which write s': first.writeSeconds,
    'fit s': timings.fit / 1000,
    'embed s': timings.embed / 1000,
    'publish s': timings.publish / 1000,
    'parse and chunk alone chunks/s': parsing,
    'index MB': fileMegabytes(index, `${index}-wal`),
    'peak MB': peak,
    're-index unchanged s': second.seconds,
    're-index / first': second.seconds / first.seconds,
  };
}

async function indexOnce(
  corpus: string,
  index: string,
): Promise<{ readonly report: IngestReport; readonly seconds: number; readonly writeSeconds: number }> {
  const started = performance.now();
  const source = markdownSource({ root: corpus, siteUrl: SITE_URL, flavour: 'folder' });
  const parser = workerParser({ pool: Math.min(4, availableParallelism()) });
  const written = timedWrites(await openStore(sqliteStore({ file: index })));
  try {
    const embedder = builtinEmbedder();
    const report = await ingest({ source, parser, store: written.store, embedder, now: () => new Date() });
    await written.store.close();
    return { report, seconds: milliseconds(started) / 1000, writeSeconds: written.milliseconds() / 1000 };
  } finally {
    await written.store.close();
    await parser.close();
    await source.close();
  }
}

function timedWrites(store: ChunkStore): { readonly store: ChunkStore; readonly milliseconds: () => number } {
  let spent = 0;
  const putPage = async (page: IndexedPage, options?: Parameters<ChunkStore['putPage']>[1]): Promise<void> => {
    const started = performance.now();
    await store.putPage(page, options);
    spent += milliseconds(started);
  };
  return { store: { ...store, putPage }, milliseconds: () => spent };
}

/** Passages per second in this thread, without reading and writing files. */
async function parseRate(corpus: string): Promise<number> {
  const source = markdownSource({ root: corpus, siteUrl: SITE_URL, flavour: 'folder' });
  const pages = [];
  for await (const entry of source.list()) {
    if (pages.length === PARSED_PAGES) break;
    const { page } = await source.load(entry);
    if (page !== undefined) pages.push(page);
  }
  await source.close();
  let chunks = 0;
  const started = performance.now();
  for (const raw of pages) {
    const { page } = parsePage(raw);
    if (page === undefined) continue;
    const cut = chunkPage(page).chunks;
    for (const chunk of cut) termCounts(chunk);
    chunks += cut.length;
  }
  return (1000 * chunks) / milliseconds(started);
}
