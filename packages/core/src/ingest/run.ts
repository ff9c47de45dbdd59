import { CHUNKER_ID } from '../chunk/index.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import type { SourceEntry } from '../types/source.ts';
import type { IndexedPage, IndexInfo, IndexSchema, PageVectors } from '../types/store.ts';
import { TOKENIZER_ID } from '../text/tokenize.ts';
import type { IngestOptions } from './ingest-options.ts';
import type { FailedPage } from './ingest-report.ts';
import { stopwatch, type Stopwatch } from './stopwatch.ts';

/** The generation on show when the run began. */
export interface Shown {
  readonly info: IndexInfo | undefined;
  /** URL → revision. */
  readonly pages: ReadonlyMap<string, string>;
}

/** What the stages of one run share. The store's build and `build` change together, through the functions below only. */
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

export function callOptions(options: CallOptions): CallOptions {
  return options.signal === undefined ? {} : { signal: options.signal };
}

export async function readShown(options: IngestOptions): Promise<Shown> {
  const call = callOptions(options);
  const info = await options.store.info(call);
  const pages = new Map<string, string>();
  if (info !== undefined) {
    for await (const page of options.store.listPages(call)) pages.set(page.url, page.revision);
  }
  return { info, pages };
}

/** Takes the writer's place, so that a second run is refused before it costs anything. */
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
