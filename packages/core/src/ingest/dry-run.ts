import { buildReport } from './build-report.ts';
import type { IngestOptions } from './ingest-options.ts';
import type { IngestReport } from './ingest-report.ts';
import { listEntries } from './list-entries.ts';
import { isSameSchema, readShown } from './run.ts';
import { guardAgainstShrinking } from './shrink-guard.ts';
import { stopwatch } from './stopwatch.ts';
import { messageOf } from './read-page.ts';
import type { Diagnostic } from '../spec/diagnostic.ts';

/** What a run would add, change and remove, from the listing alone: pages without content are not known yet. */
export async function dryRun(options: IngestOptions): Promise<IngestReport> {
  const watch = stopwatch(options);
  const { entries, diagnostics } = await watch.time('list', (report) => listEntries(options, report));
  const shown = await readShown(options);
  const build = new Map(entries.map((entry) => [entry.url, entry.revision]));
  const report = buildReport(
    {
      watch,
      shown,
      build,
      entries,
      skipped: new Set(),
      failed: [],
      diagnostics: [...diagnostics, ...heldBack(options, entries.length, shown.pages.size)],
    },
    { dryRun: true, unchanged: false, refitted: false, embedded: { calls: 0, texts: 0 }, info: shown.info },
  );
  const { added, changed, removed } = report.pages;
  const reread = (options.fresh ?? false) || !isSameSchema(shown.info?.schema);
  return { ...report, unchanged: !reread && added + changed + removed === 0 };
}

function heldBack(options: IngestOptions, pages: number, shown: number): readonly Diagnostic[] {
  try {
    guardAgainstShrinking({ pages, shown, allowShrink: options.allowShrink ?? false });
    return [];
  } catch (error) {
    return [{ severity: 'warning', rule: 'ingest:would-be-held', message: messageOf(error), page: options.source.id }];
  }
}
