import { chunkPage, termCounts } from '../chunk/index.ts';
import { sha256Hex } from '../hash/sha256-hex.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { PageParser } from '../types/page-parser.ts';
import type { Source, SourceEntry } from '../types/source.ts';
import type { IndexedPage } from '../types/store.ts';
import type { FailedPage } from './ingest-options.ts';
import { mapOrdered } from '../async/map-ordered.ts';
import { type ChangePlan, noteFailure, putPage, type Run, throwIfAborted } from './run.ts';
import { restorePage } from './embed-pages.ts';

/** Pages that are loaded and parsed at the same time. */
const PAGES_AT_ONCE = 4;

/**
 * Brings every new or changed page into the build, each whole, in listing order. Returns the pages of the build that have
 * no content any more.
 */
export async function readPages(
  run: Run,
  plan: ChangePlan,
  report: (done: number, total: number) => void,
): Promise<readonly string[]> {
  const { source, parser, signal } = run.options;
  // Loads that are still under way when a write fails are stopped, not left behind.
  const stop = new AbortController();
  const call = { signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]) };
  const readings = ahead(mapOrdered(plan.read, PAGES_AT_ONCE, (entry) => readPage({ source, parser }, entry, call)));
  const emptied: string[] = [];
  const texts = new Map<string, string>();
  let done = 0;
  report(done, plan.read.length);
  try {
    for await (const reading of readings) {
      throwIfAborted(signal);
      if (reading.kind === 'page') {
        run.diagnostics.push(...reading.page.diagnostics);
        await takeIn(run, reading.page, texts);
      } else {
        run.diagnostics.push(...reading.diagnostics);
        if (reading.kind === 'failed') await keepOldContent(run, reading.url, reading.stage, reading.error);
        else {
          run.skipped.add(reading.url);
          if (run.build.has(reading.url)) emptied.push(reading.url);
        }
      }
      done += 1;
      report(done, plan.read.length);
    }
  } finally {
    stop.abort();
  }
  return emptied;
}

async function takeIn(run: Run, page: IndexedPage, texts: Map<string, string>): Promise<void> {
  try {
    await putPage(run, page);
    noteDuplicateText(run, page, texts);
  } catch (error) {
    // The store refuses chunks that do not fit their page; it is the page that is bad, not the store.
    if (!IbidError.is(error, 'INVALID_REQUEST')) throw error;
    await keepOldContent(run, page.url, 'chunk', error.message);
  }
}

async function keepOldContent(run: Run, page: string, stage: FailedPage['stage'], error: string): Promise<void> {
  const kept = run.build.has(page) || (await restorePage(run, page)) !== undefined;
  noteFailure(run, { page, stage, error, kept });
}

function noteDuplicateText(run: Run, page: IndexedPage, texts: Map<string, string>): void {
  if (page.text === '') return;
  const hash = sha256Hex(page.text);
  const first = texts.get(hash);
  if (first === undefined) texts.set(hash, page.url);
  else {
    run.diagnostics.push({
      severity: 'warning',
      rule: 'ingest:duplicate-content',
      message: `The page has the same text as ${first}; leave one of them out of the source.`,
      page: page.url,
    });
  }
}

/** Result of reading one listed page. */
type PageReading =
  | { readonly kind: 'page'; readonly page: IndexedPage }
  | { readonly kind: 'skipped'; readonly url: string; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly stage: FailedPage['stage'];
      readonly error: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Loads, parses and chunks one page. Whatever goes wrong with the page is a value, also a source or parser that throws;
 * only cancellation rejects. A page without content counts as failed when one of its diagnostics is an error, else as skipped.
 */
async function readPage(
  parts: { readonly source: Source; readonly parser: PageParser },
  entry: SourceEntry,
  options: CallOptions,
): Promise<PageReading> {
  const { url } = entry;
  const diagnostics: Diagnostic[] = [];
  let stage: FailedPage['stage'] = 'load';
  const without = (): PageReading => {
    const error = diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    if (error === undefined) return { kind: 'skipped', url, diagnostics };
    return { kind: 'failed', url, stage, error: error.message, diagnostics };
  };
  try {
    const loaded = await parts.source.load(entry, options);
    diagnostics.push(...loaded.diagnostics);
    if (loaded.page === undefined) return without();
    stage = 'parse';
    // The listing's URL is the page's identity in the index, whatever the page says of itself.
    const parsed = await parts.parser.parse({ ...loaded.page, url }, options);
    diagnostics.push(...parsed.diagnostics);
    if (parsed.page === undefined) return without();
    stage = 'chunk';
    const { title, sourceFile } = parsed.page;
    const { text, chunks } = chunkPage(parsed.page);
    if (chunks.length === 0) {
      diagnostics.push({
        severity: 'warning',
        rule: 'ingest:no-text',
        message: 'The page has no text to index; check that its article is in the page and not made by a script.',
        page: url,
      });
    }
    const indexed = chunks.map((chunk) => ({ chunk, terms: termCounts(chunk) }));
    return {
      kind: 'page',
      page: { url, title, revision: entry.revision, sourceFile, text, chunks: indexed, diagnostics },
    };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { kind: 'failed', url, stage, error: messageOf(error), diagnostics };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same items, each asked for while the one before it is worked on. */
export async function* ahead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<Item>> => {
    const asked = iterator.next();
    asked.catch(() => undefined);
    return asked;
  };
  try {
    for (let step = await ask(); step.done !== true;) {
      const next = ask();
      yield step.value;
      step = await next;
    }
  } finally {
    // Not awaited: what was asked for last may take as long as it likes.
    iterator.return?.()?.catch(() => undefined);
  }
}
