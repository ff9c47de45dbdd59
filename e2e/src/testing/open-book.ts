import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Book } from '../../../scripts/build/build-book.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { copyBook } from './copy-book.ts';
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
