import type { IngestReport, IngestStage } from '@ibid/core/ingest';
import type { Context } from './context.ts';
import { openProgress, type StageLabels } from './progress.ts';
import { runIngest, type IndexSiteOptions } from './run-ingest.ts';

const LABELS: StageLabels<IngestStage> = {
  list: 'Listing pages',
  pages: 'Reading pages',
  fit: 'Learning the words of the site',
  embed: 'Embedding passages',
  publish: 'Publishing',
};

/** Brings the index of `context` up to the source, with progress on standard error. */
export async function indexSite(
  options: IndexSiteOptions,
  { settings, terminal, signal }: Context,
): Promise<IngestReport> {
  const progress = await openProgress(terminal, LABELS);
  try {
    return await runIngest(options, { settings, signal, onProgress: progress.show });
  } finally {
    progress.end();
  }
}
