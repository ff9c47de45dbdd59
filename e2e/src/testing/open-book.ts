import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildBook, type Book } from '../../../scripts/book/build-book.ts';
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
  const book = await buildBook();
  const served = await serveSite({ ...book, flags });
  const browser = await launchChromium();
  return {
    book,
    browser,
    url: served.url,
    visit: (path, options) => visit(browser, served.url + path, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}
