import { Cleanup } from '@ibid/drivers/cleanup';
import { openStore } from '@ibid/core';
import type { Source } from '@ibid/core/types';
import { ingest, type IngestReport } from '@ibid/core/ingest';
import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { dirname, relative } from 'node:path';
import type { WrittenPage } from '../dev/written-pages.ts';
import { writtenSource } from '../dev/written-source.ts';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { siteSettings } from '../site/site-settings.ts';
import { reportLines, type IndexOutput } from './index-output.ts';

export interface IndexRun {
  /** Closed at the end. */
  readonly source: Source;
  readonly siteDir: string;
  /** Absolute path of the index file. */
  readonly index: string;
  readonly embedder: CheckedOptions['embedder'];
  /** Receives the progress. */
  readonly output: IndexOutput;
  /** Reads every page again. */
  readonly fresh?: boolean;
  /** Not closed by the run; by default the run opens and closes its own parser. */
  readonly parser?: WorkerParser;
}

/** Result of a run. `lines` describes a report to the owner; by default the report of this run. */
interface IndexResult {
  readonly report: IngestReport;
  readonly lines: (told?: IngestReport) => readonly string[];
}

/**
 * Updates an index from `source`. The site is what readers see, so removing many pages is not held back as an error. Rejects as `ingest`
 * does; the live index is then unchanged.
 */
export async function runIndex(run: IndexRun): Promise<IndexResult> {
  const started = performance.now();
  await using cleanup = new Cleanup();
  const source = cleanup.adopt(run.source, (opened) => opened.close());
  const settings = await siteSettings(run.siteDir, run);
  const [{ makeFolder, openForIndexing, openParser }, { sqliteStore }] = await Promise.all([
    import('ibid'),
    import('@ibid/drivers/stores/sqlite'),
  ]);
  const parser = run.parser ?? cleanup.adopt(await openParser(), (opened) => opened.close());
  await makeFolder(dirname(run.index));
  const store = cleanup.use(await openStore(sqliteStore({ file: run.index })));
  const embedder = await openForIndexing(undefined, { settings, space: (await store.info())?.space });
  cleanup.defer(async () => {
    if (embedder.kind === 'fixed') await embedder.embedder.close();
  });
  const report = await ingest({
    source,
    parser,
    store,
    embedder,
    embedding: { random: Math.random },
    now: () => new Date(),
    fresh: run.fresh ?? false,
    allowShrink: true,
    onProgress: run.output.progress,
  });
  const milliseconds = Math.round(performance.now() - started);
  return { report, lines: (told = report) => reportLines(told, relative('', run.index), milliseconds) };
}

/** Indexes the Markdown sources of a site without HTML pages, and prints the result. */
export async function indexWritten(
  { siteDir, index, embedder, output }: Omit<IndexRun, 'source' | 'fresh'>,
  pages: readonly WrittenPage[],
): Promise<void> {
  const { lines } = await runIndex({ source: writtenSource(siteDir, pages), siteDir, index, embedder, output });
  for (const line of lines()) output.line(line);
}
