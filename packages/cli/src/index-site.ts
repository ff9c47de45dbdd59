import type { IngestReport, IngestStage } from '@ibid/core/ingest';
import type { Context } from './context.ts';
import { openProgress, type StageLabels } from './progress.ts';
import { runIngest, type IndexSiteOptions } from './run-ingest.ts';

const LABELS: StageLabels<IngestStage | 'fetch'> = {
  fetch: 'Fetching the model (MB)',
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
    return await runIngest(options, {
      settings,
      signal,
      onProgress: progress.show,
      onFetch: (done, total) => progress.show(inMegabytes(done, total)),
    });
  } finally {
    progress.end();
  }
}

/** A step of fetching a model. */
export function inMegabytes(
  done: number,
  total: number | undefined,
): { readonly stage: 'fetch'; readonly done: number; readonly total: number | undefined } {
  return { stage: 'fetch', done: megabytes(done), total: total === undefined ? undefined : megabytes(total) };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
