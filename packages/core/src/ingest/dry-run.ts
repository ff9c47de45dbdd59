import type { Diagnostic } from '../types/diagnostic.ts';
import type { IngestOptions, IngestReport } from './ingest-options.ts';
import { guardAgainstShrinking, listEntries } from './plan-changes.ts';
import { messageOf } from './read-pages.ts';
import { buildReport, callOptions, isSameSchema, readShown, stopwatch } from './run.ts';

/** What a run would add, change and remove, from the listing alone: pages without content are not known yet. */
export async function dryRun(options: IngestOptions): Promise<IngestReport> {
  const watch = stopwatch(options);
  const { entries, diagnostics } = await watch.time('list', (report) => listEntries(options, report));
  const shown = await readShown(options);
  const build = new Map(entries.map((entry) => [entry.url, entry.revision]));
  const { info } = shown;
  const source = options.embedder;
  const embedder = source.kind === 'fixed' ? source.embedder.id : source.family;
  const isKept = source.kind === 'fixed' ? info?.space.id === embedder : info?.space.id.startsWith(embedder) === true;
  const reread = (options.fresh ?? false) || !isSameSchema(info?.schema);
  const anew = info === undefined || (isKept && !reread) ? 0 : await passagesOf(options, build);
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
    { dryRun: true, unchanged: false, refitted: false, embedded: { calls: 0, texts: 0 }, embedder, anew, info },
  );
  const { added, changed, removed } = report.pages;
  return { ...report, unchanged: isKept && !reread && added + changed + removed === 0 };
}

/** Passages on show of those pages that the listing has with the same revision. */
async function passagesOf(options: IngestOptions, listed: ReadonlyMap<string, string>): Promise<number> {
  let passages = 0;
  for await (const page of options.store.listPages(callOptions(options))) {
    if (listed.get(page.url) === page.revision) passages += page.chunks;
  }
  return passages;
}

function heldBack(options: IngestOptions, pages: number, shown: number): readonly Diagnostic[] {
  try {
    guardAgainstShrinking({ pages, shown, allowShrink: options.allowShrink ?? false });
    return [];
  } catch (error) {
    return [{ severity: 'warning', rule: 'ingest:would-be-held', message: messageOf(error), page: options.source.id }];
  }
}
