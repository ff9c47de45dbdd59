import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildBook, type Book } from '../../../scripts/build/build-book.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { serveSite } from './serve-site.ts';
import { visit, type Visit } from './visit.ts';

export interface OpenBook extends AsyncDisposable {
  readonly book: Book;
  readonly browser: Browser;
  /** Where the book is served. */
  readonly url: string;
  /** Opens a page of the book, such as `/docs/robot-software/nodes-and-topics`. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** Of a book that is being built while it is copied. */
const MOST_TRIES = 5;

/** The sample book as `npm start` serves it, built unless it is there, and a browser to read it in. What is read is a copy of its own. */
export async function openBook(flags: readonly string[] = []): Promise<OpenBook> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'ibid-book-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const book = await copyBook(folder);
  const served = opening.use(await serveSite({ ...book, flags }));
  const browser = opening.use(await launchChromium());
  const opened = opening.move();
  return {
    book,
    browser,
    url: served.url,
    visit: (path, options) => visit(browser, served.url + path, options),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * The sample book, built unless it is there, in `folder`. It stays as it is when another process builds the book anew, as it does
 * whenever a source has changed: that takes the pages away first, and brings them back one language after the other.
 */
async function copyBook(folder: string): Promise<Book> {
  const copy: Book = { site: join(folder, 'site'), index: join(folder, 'index.db') };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const book = await buildBook();
    const state = await stateOf(book);
    if (state === '') continue;
    try {
      await cp(book.site, copy.site, { recursive: true, force: true });
      await copyIndex(book.index, copy.index);
    } catch (error) {
      if ((await stateOf(book)) === state) throw error;
    }
    if ((await stateOf(book)) === state) return copy;
  }
  throw new Error(`The sample book was built anew ${MOST_TRIES} times while it was copied. Leave its sources alone.`);
}

/** `''` from when a build begins to take away what was there until it is done. */
function stateOf({ site }: Book): Promise<string> {
  return readFile(join(site, '.built-from'), 'utf8').catch(() => '');
}

async function copyIndex(from: string, to: string): Promise<void> {
  const index = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(index, to);
  } finally {
    index.close();
  }
}
