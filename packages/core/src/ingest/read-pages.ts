import { sha256Hex } from '../hash/sha256-hex.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexedPage } from '../types/store.ts';
import type { FailedPage } from './ingest-report.ts';
import { mapOrdered } from './map-ordered.ts';
import type { ChangePlan } from './plan-changes.ts';
import { readPage } from './read-page.ts';
import { restorePage } from './restore-page.ts';
import { noteFailure, putPage, type Run } from './run.ts';
import { throwIfAborted } from './throw-if-aborted.ts';

const DEFAULT_CONCURRENCY = 4;

/**
 * Brings every new or changed page into the build, each whole, in listing order. Returns the pages of the build that have
 * no content any more.
 */
export async function readPages(
  run: Run,
  plan: ChangePlan,
  report: (done: number, total: number) => void,
): Promise<readonly string[]> {
  const { source, parser, signal, concurrency = DEFAULT_CONCURRENCY } = run.options;
  // Loads that are still under way when a write fails are stopped, not left behind.
  const stop = new AbortController();
  const call = { signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]) };
  const readings = mapOrdered(plan.read, concurrency, (entry) => readPage({ source, parser }, entry, call));
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
