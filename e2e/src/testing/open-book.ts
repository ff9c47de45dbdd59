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

/** The sample book as `npm start` serves it, built unless it is there, and a browser to read it in. */
export async function openBook(flags: readonly string[] = []): Promise<OpenBook> {
  await using opening = new AsyncDisposableStack();
  const book = await buildBook();
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
