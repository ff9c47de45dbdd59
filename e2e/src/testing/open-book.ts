import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildBook, type Book } from '../../../scripts/build/build-book.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { serveFiles } from './serve-files.ts';
import { serveSite } from './serve-site.ts';
import { visit, type Visit } from './visit.ts';

/**
 * A site is answered either by its server, or by the reader's browser from static files. Tests cover both modes, except for
 * what the panel does with equal replies, and features of only one: only a server stores thumbs itself, lets models write answers, limits its readers, and can be unavailable
 * (`hostile/`, `packages/widget/src/panel/`). Only static files answer offline and can be republished while pages are open
 * (`offline.test.ts`), send thumbs to a configured address (`thumbs.test.ts`), and work below any path and in pages without a
 * base path (`sites/static.long.test.ts`, `sites/hash-router.long.test.ts`).
 */
export type Mode = 'server' | 'static files';
export const MODES: readonly Mode[] = ['server', 'static files'];

export interface OpenBook extends AsyncDisposable {
  readonly book: Book;
  readonly browser: Browser;
  /** Address of the book. */
  readonly url: string;
  /** Opens a page of the book, such as `/docs/robot-software/nodes-and-topics`. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** Opens the sample book in a browser, served as by `npm start` or by a static host. It is built if missing. */
export async function openBook({ mode = 'server' }: { readonly mode?: Mode } = {}): Promise<OpenBook> {
  await using opening = new AsyncDisposableStack();
  const book = await buildBook();
  const url =
    mode === 'server'
      ? opening.use(await serveSite(book)).url
      : opening.use(await serveFiles(book.site, '/')).root.replace(/\/$/u, '');
  const browser = opening.use(await launchChromium());
  const opened = opening.move();
  return {
    book,
    browser,
    url,
    visit: (path, options) => visit(browser, url + path, options),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
