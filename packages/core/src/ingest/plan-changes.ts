import type { Diagnostic } from '../types/diagnostic.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { SourceEntry } from '../types/source.ts';
import type { IngestOptions, IngestReport } from './ingest-options.ts';
import { messageOf } from './read-pages.ts';
import { buildReport, callOptions, isSameSchema, readShown, stopwatch, throwIfAborted } from './run.ts';

export interface ChangePlan {
  /** Entries that the build does not hold in this revision, in listing order. */
  readonly read: readonly SourceEntry[];
  /** Pages of the build that the source lists no more, ordered. */
  readonly gone: readonly string[];
}

/** URL → revision. */
type Revisions = ReadonlyMap<string, string>;

/** What has to be done so that a build with these revisions becomes what the source lists. */
export function planChanges(entries: readonly SourceEntry[], build: Revisions): ChangePlan {
  const listed = new Set(entries.map((entry) => entry.url));
  return {
    read: entries.filter((entry) => build.get(entry.url) !== entry.revision),
    gone: [...build.keys()].filter((url) => !listed.has(url)).sort(),
  };
}

/** Entries with distinct URLs, and a diagnostic for each repeated one; the first of equals counts. */
export function withoutRepeats(entries: readonly SourceEntry[]): {
  readonly entries: readonly SourceEntry[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const byUrl = new Map<string, SourceEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    if (byUrl.has(entry.url)) {
      diagnostics.push({
        severity: 'warning',
        rule: 'ingest:duplicate-url',
        message: 'Several pages of the source have this URL; only the first is indexed. Give each its own slug.',
        page: entry.url,
      });
    } else byUrl.set(entry.url, entry);
  }
  return { entries: [...byUrl.values()], diagnostics };
}

/** Everything the source lists, each URL once. An empty listing is an error: it comes from a wrong path far more often than from an empty site. */
export async function listEntries(
  options: IngestOptions,
  report: (done: number, total: number | undefined) => void,
): Promise<{ readonly entries: readonly SourceEntry[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { source, signal } = options;
  const all: SourceEntry[] = [];
  report(0, undefined);
  for await (const entry of source.list(callOptions(options))) {
    throwIfAborted(signal);
    all.push(entry);
    report(all.length, undefined);
  }
  throwIfAborted(signal);
  report(all.length, all.length);
  if (all.length === 0) {
    throw new IbidError(
      'SOURCE_UNAVAILABLE',
      [
        `The source \`${source.id}\` lists no pages, so nothing was indexed and nothing was removed; check its folder or address and what it includes.`,
        ...source.diagnostics.slice(0, 3).map((diagnostic) => `${diagnostic.page}: ${diagnostic.message}`),
      ].join(' '),
      { details: { source: source.id } },
    );
  }
  const { entries, diagnostics } = withoutRepeats(all);
  return { entries, diagnostics: [...source.diagnostics, ...diagnostics] };
}

/** Share of the pages on show that a build must keep to be published unasked. */
const SHRINK_LIMIT = 0.7;

/** Throws `BUILD_HELD` when too many pages are missing: an outage or a wrong path must not empty the index. */
export function guardAgainstShrinking(build: {
  readonly pages: number;
  readonly shown: number;
  readonly allowShrink: boolean;
}): void {
  const { pages, shown, allowShrink } = build;
  if (allowShrink || pages >= shown * SHRINK_LIMIT) return;
  throw new IbidError(
    'BUILD_HELD',
    `The new index would have ${pages} pages instead of ${shown}. It is held back and the one on show stays: check that the source is complete, or confirm the loss with \`allowShrink\` (\`--allow-shrink\`).`,
    { details: { pages, shown } },
  );
}

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
