import type { IngestReport } from '@ibid/core/ingest';
import type { Context } from './context.ts';
import { openProgress } from './progress.ts';
import { runIngest, type IndexSiteOptions } from './run-ingest.ts';

/** Brings the index of `context` up to the source, with progress on standard error. */
export async function indexSite(
  options: IndexSiteOptions,
  { settings, terminal, signal }: Context,
): Promise<IngestReport> {
  const progress = await openProgress(terminal);
  try {
    return await runIngest(options, { settings, signal, onProgress: progress.show });
  } finally {
    progress.end();
  }
}
