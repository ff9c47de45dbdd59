import { CHUNKER_ID } from '../chunk/index.ts';
import { TOKENIZER_ID } from '../text/tokenize.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { SourceEntry } from '../types/source.ts';
import type { IndexedPage, IndexInfo, IndexSchema, PageVectors } from '../types/store.ts';
import {
  type FailedPage,
  INGEST_STAGES,
  type IngestOptions,
  type IngestReport,
  type IngestStage,
} from './ingest-options.ts';

/** The live generation when the run began. */
interface Shown {
  readonly info: IndexInfo | undefined;
  /** URL → revision. */
  readonly pages: ReadonlyMap<string, string>;
}

/** State that the stages of one run share. The store's build and `build` change together, through the functions below only. */
export interface Run {
  readonly options: IngestOptions;
  readonly call: CallOptions;
  readonly watch: Stopwatch;
  readonly shown: Shown;
  /** URL → revision of the pages in the build. */
  readonly build: Map<string, string>;
  readonly resumed: boolean;
  readonly written: { pages: number; deleted: number; vectors: number };
  readonly skipped: Set<string>;
  readonly failed: FailedPage[];
  readonly diagnostics: Diagnostic[];
  entries: readonly SourceEntry[];
}

const SCHEMA: IndexSchema = { chunker: CHUNKER_ID, tokenizer: TOKENIZER_ID };

function callOptions(options: CallOptions): CallOptions {
  return options.signal === undefined ? {} : { signal: options.signal };
}

async function readShown(options: IngestOptions): Promise<Shown> {
  const call = callOptions(options);
  const info = await options.store.info(call);
  const pages = new Map<string, string>();
  if (info !== undefined) {
    for await (const page of options.store.listPages(call)) pages.set(page.url, page.revision);
  }
  return { info, pages };
}

/** Acquires the writer lock, so that a second run is refused before it costs anything. */
export async function startRun(options: IngestOptions): Promise<Run> {
  const call = callOptions(options);
  const state = await options.store.beginBuild(
    { schema: SCHEMA, sourceId: options.source.id, fresh: options.fresh ?? false },
    call,
  );
  return {
    options,
    call,
    watch: stopwatch(options),
    shown: await readShown(options),
    build: new Map(state.pages.map((page) => [page.url, page.revision])),
    resumed: state.resumed,
    written: { pages: 0, deleted: 0, vectors: 0 },
    skipped: new Set(),
    failed: [],
    diagnostics: [],
    entries: [],
  };
}

export async function putPage(run: Run, page: IndexedPage): Promise<void> {
  await run.options.store.putPage(page, run.call);
  run.build.set(page.url, page.revision);
  run.written.pages += 1;
}

export async function deletePages(run: Run, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await run.options.store.deletePages(urls, run.call);
  for (const url of urls) run.build.delete(url);
  run.written.deleted += urls.length;
}

export function hasWritten(run: Run): boolean {
  const { pages, deleted, vectors } = run.written;
  return pages + deleted + vectors > 0;
}

/** A page fails once; what is said last of it holds. */
export function noteFailure(run: Run, failure: FailedPage): void {
  const earlier = run.failed.findIndex((other) => other.page === failure.page);
  if (earlier >= 0) run.failed.splice(earlier, 1);
  run.failed.push(failure);
}

export async function putVectors(run: Run, vectors: PageVectors): Promise<void> {
  await run.options.store.putVectors(vectors, run.call);
  run.written.vectors += 1;
}

export function isSameSchema(schema: IndexSchema | undefined): boolean {
  return schema?.chunker === SCHEMA.chunker && schema.tokenizer === SCHEMA.tokenizer;
}

interface Stopwatch {
  /** Runs one stage, timed; `report` sends its progress. */
  time<Result>(
    stage: IngestStage,
    work: (report: (done: number, total: number | undefined) => void) => Promise<Result>,
  ): Promise<Result>;
  /** Milliseconds per stage so far; 0 for a stage that did not run. */
  timings(): Readonly<Record<IngestStage, number>>;
}

function stopwatch(options: Pick<IngestOptions, 'now' | 'onProgress'>): Stopwatch {
  const spent = Object.fromEntries(INGEST_STAGES.map((stage) => [stage, 0])) as Record<IngestStage, number>;
  return {
    async time(stage, work) {
      const start = options.now().getTime();
      try {
        return await work((done, total) => options.onProgress?.({ stage, done, total }));
      } finally {
        spent[stage] += Math.max(0, options.now().getTime() - start);
      }
    },
    timings: () => ({ ...spent }),
  };
}

/** Pages and passages of the build, or of those pages that lack vectors in one space. */
export async function countBuild(
  run: Run,
  withoutVectorsIn?: string,
): Promise<{ readonly pages: number; readonly chunks: number }> {
  let pages = 0;
  let chunks = 0;
  const filter = withoutVectorsIn === undefined ? {} : { withoutVectorsIn };
  for await (const page of run.options.store.listBuild(filter, run.call)) {
    pages += 1;
    chunks += page.chunks.length;
  }
  return { pages, chunks };
}

export interface EmbeddingCount {
  calls: number;
  texts: number;
}

/** The report of a run, from what it left in `run` and the generation that is live now. */
export function buildReport(
  run: Omit<Run, 'options' | 'call' | 'resumed' | 'written'>,
  outcome: {
    readonly dryRun: boolean;
    readonly unchanged: boolean;
    readonly refitted: boolean;
    readonly embedded: EmbeddingCount;
    readonly embedder: string;
    readonly toEmbed: number;
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
    changes: { added: sortedUrls(added), changed: sortedUrls(changed), removed: removed.sort() },
    failed: run.failed,
    chunks: outcome.info?.chunks ?? 0,
    embedded: outcome.embedded,
    embedder: outcome.embedder,
    toEmbed: outcome.toEmbed,
    refitted: outcome.refitted,
    generation: outcome.info?.generation ?? 0,
    diagnostics: run.diagnostics,
    timings: run.watch.timings(),
  };
}

function sortedUrls(entries: readonly { readonly url: string }[]): string[] {
  return entries.map((entry) => entry.url).sort();
}

/** Throws `ABORTED` once the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new IbidError('ABORTED', 'Indexing was stopped; run it again to go on where it stopped.', {
      retryable: true,
      cause: signal.reason,
    });
  }
}

export interface ChangePlan {
  /** Entries that the build does not hold in this revision, in listing order. */
  readonly read: readonly SourceEntry[];
  /** Pages of the build that the source lists no more, ordered. */
  readonly gone: readonly string[];
}

/** URL → revision. */
type Revisions = ReadonlyMap<string, string>;

/** Plans the changes that turn a build with these revisions into the list of the source. */
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

/** Share of the live pages that a build must keep to be published unasked. */
const SHRINK_LIMIT = 0.7;

/** `BUILD_HELD` when too many pages are missing: an outage or a wrong path must not empty the index. */
export function shrinkError(pages: number, shown: number, allowShrink: boolean): IbidError | undefined {
  if (allowShrink || pages >= shown * SHRINK_LIMIT) return undefined;
  return new IbidError(
    'BUILD_HELD',
    `The new index would have ${pages} pages instead of ${shown}. It is held back and the live one stays: check that the source is complete, or confirm the loss with \`allowShrink\` (\`--allow-shrink\`).`,
    { details: { pages, shown } },
  );
}

/** Reports what a run would add, change and remove, from the listing alone: pages without content are not known yet. */
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
  const toEmbed = info === undefined || (isKept && !reread) ? 0 : await passagesOf(options, build);
  const shrink = shrinkError(entries.length, shown.pages.size, options.allowShrink ?? false);
  const held: Diagnostic | undefined = shrink && {
    severity: 'warning',
    rule: 'ingest:would-be-held',
    message: shrink.message,
    page: options.source.id,
  };
  const report = buildReport(
    {
      watch,
      shown,
      build,
      entries,
      skipped: new Set(),
      failed: [],
      diagnostics: [...diagnostics, ...(held === undefined ? [] : [held])],
    },
    { dryRun: true, unchanged: false, refitted: false, embedded: { calls: 0, texts: 0 }, embedder, toEmbed, info },
  );
  const { added, changed, removed } = report.pages;
  return { ...report, unchanged: isKept && !reread && added + changed + removed === 0 };
}

/** Live passages of those pages that the listing has with the same revision. */
async function passagesOf(options: IngestOptions, listed: ReadonlyMap<string, string>): Promise<number> {
  let passages = 0;
  for await (const page of options.store.listPages(callOptions(options))) {
    if (listed.get(page.url) === page.revision) passages += page.chunks;
  }
  return passages;
}
