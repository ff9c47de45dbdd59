import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildBook, type Book } from '../../../scripts/build/build-book.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { serveFiles } from './serve-files.ts';
import { serveSite } from './serve-site.ts';
import { visit, type Visit } from './visit.ts';

/**
 * Who answers readers of a site: its server, or their browsers from its files. Trials are of both, but those of what only one has. A server alone keeps
 * thumbs without an address of the owner's, lets models word answers, limits its readers, and can be away (`hostile/`, `packages/widget/src/panel/`).
 * Files alone answer without a network and are published under open pages (`offline.test.ts`), send thumbs to an address (`thumbs.test.ts`), stand
 * below any path and in pages without a base path (`sites/static.long.test.ts`, `sites/hash-router.long.test.ts`).
 */
export type Mode = 'server' | 'static files';
export const MODES: readonly Mode[] = ['server', 'static files'];

export interface OpenBook extends AsyncDisposable {
  readonly book: Book;
  readonly browser: Browser;
  /** Where the book is served. */
  readonly url: string;
  /** Opens a page of the book, such as `/docs/robot-software/nodes-and-topics`. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** The sample book as `npm start` serves it, or as a host that only hands out its files, built unless it is there, and a browser to read it in. */
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
