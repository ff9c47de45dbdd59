import type { IndexInfo } from '../types/store.ts';
import type { EmbeddingCount } from './count-embeddings.ts';
import type { IngestReport } from './ingest-report.ts';
import type { Run } from './run.ts';

/** The report of a run, from what it left in `run` and the generation that is on show now. */
export function buildReport(
  run: Omit<Run, 'options' | 'call' | 'resumed' | 'written'>,
  outcome: {
    readonly dryRun: boolean;
    readonly unchanged: boolean;
    readonly refitted: boolean;
    readonly embedded: EmbeddingCount;
    readonly embedder: string;
    readonly anew: number;
    readonly info: IndexInfo | undefined;
  },
): IngestReport {
  const shown = run.shown.pages;
  const failed = new Set(run.failed.map((failure) => failure.page));
  const read = run.entries.filter((entry) => !failed.has(entry.url) && !run.skipped.has(entry.url));
  const added = read.filter((entry) => !shown.has(entry.url));
  const changed = read.filter((entry) => shown.has(entry.url) && shown.get(entry.url) !== entry.revision);
  const removed = [...shown.keys()].filter((url) => !run.build.has(url));
  return {
    status: run.failed.length === 0 ? 'complete' : 'partial',
    dryRun: outcome.dryRun,
    unchanged: outcome.unchanged,
    pages: {
      found: run.entries.length,
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      unchanged: read.length - added.length - changed.length,
      skipped: run.skipped.size,
      failed: failed.size,
    },
    changes: { added: urls(added), changed: urls(changed), removed: removed.sort() },
    failed: run.failed,
    chunks: outcome.info?.chunks ?? 0,
    embedded: outcome.embedded,
    embedder: outcome.embedder,
    anew: outcome.anew,
    refitted: outcome.refitted,
    generation: outcome.info?.generation ?? 0,
    diagnostics: run.diagnostics,
    timings: run.watch.timings(),
  };
}

function urls(entries: readonly { readonly url: string }[]): string[] {
  return entries.map((entry) => entry.url).sort();
}
