import { Cleanup } from '@ibid/drivers/cleanup';
import { openStore } from '@ibid/core';
import type { Source } from '@ibid/core/types';
import { ingest, type IngestProgress, type IngestReport } from '@ibid/core/ingest';
import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { WrittenPage } from '../dev/written-pages.ts';
import { writtenSource } from '../dev/written-source.ts';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { siteSettings } from '../site/site-settings.ts';
import { reportLines } from './index-output.ts';
import type { RecordedRun } from './index-recorded.ts';

interface IndexRun {
  /** Closed at the end. */
  readonly source: Source;
  readonly siteDir: string;
  /** Absolute. */
  readonly index: string;
  readonly embedder: CheckedOptions['embedder'];
  readonly onProgress: (progress: IngestProgress) => void;
  /** Reads every page again. */
  readonly fresh?: boolean;
  /** Lent; one of its own unless given. */
  readonly parser?: WorkerParser;
}

/**
 * Brings an index up to `source`. What the site has is what readers find, so a site that lost many pages is taken at its word.
 * Rejects as `ingest` does; the live index then stays as it was.
 */
export async function runIndex(run: IndexRun): Promise<IngestReport> {
  await using cleanup = new Cleanup();
  const source = cleanup.adopt(run.source, (opened) => opened.close());
  const settings = await siteSettings(run.siteDir, run);
  const [{ openForIndexing, openParser }, { sqliteStore }] = await Promise.all([
    import('ibid'),
    import('@ibid/drivers/stores/sqlite'),
  ]);
  const parser = run.parser ?? cleanup.adopt(await openParser(), (opened) => opened.close());
  await makeFolder(dirname(run.index));
  const store = cleanup.use(await openStore(sqliteStore({ file: run.index })));
  const shown = await store.info();
  const embedder = await openForIndexing(undefined, { settings, space: shown?.space });
  cleanup.defer(async () => {
    if (embedder.kind === 'fixed') await embedder.embedder.close();
  });
  return await ingest({
    source,
    parser,
    store,
    embedder,
    embedding: { random: Math.random },
    now: () => new Date(),
    fresh: run.fresh ?? false,
    allowShrink: true,
    onProgress: run.onProgress,
  });
}

async function makeFolder(folder: string): Promise<void> {
  ensureFolder(folder);
  if (basename(folder) !== '.ibid') return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

/** Brings the index up to the Markdown files that a site without HTML pages is made of, and tells how it went. */
export async function indexWritten(
  { siteDir, index, embedder, output }: Omit<RecordedRun, 'builtNow' | 'fresh'>,
  pages: readonly WrittenPage[],
): Promise<void> {
  const started = performance.now();
  const source = writtenSource(siteDir, pages);
  const report = await runIndex({ source, siteDir, index, embedder, onProgress: output.progress });
  const milliseconds = Math.round(performance.now() - started);
  for (const line of reportLines(report, relative('', index), milliseconds)) output.line(line);
}
