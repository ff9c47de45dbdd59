/** Routes for browsers and text readers: the question page, API page, reader view, the owner's site, and pages as Markdown. */
import { pathKey } from '@ibid/core';
import { llmsTxt, markdownPath, markdownSections, pageFlow, pageOfMarkdown } from '@ibid/core/pages';
import type { Dialect } from '@ibid/wire';
import { accepts } from 'hono/accepts';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AppOptions } from './app-options.ts';
import {
  type App,
  type AppContext,
  failed,
  type Handler,
  Refusal,
  reportedBody,
  type RouteOptions,
  type Routes,
} from './call.ts';
import { sharedProbe } from './operations.ts';
import { openSite, type PageFacts } from './site/site.ts';
import { folderFiles, MARKDOWN, sendTagged, widgetFiles } from './site/static-file.ts';
import { apiDocuments, ORIGIN } from './page/docs-page.ts';
import { askPage } from './page/html-document.ts';
import { missingPage, READER_BASE, readerPage } from './page/reader-page.ts';

/** Maximum bytes of `llms-full.txt`. Further pages are available only one by one. */
const FULL = 20_000_000;
/** Maximum bytes of rendered pages kept in memory. */
const MOST_KEPT = 32_000_000;
/** Milliseconds of rendering after which other requests get their turn. */
const TURN_MS = 10;
const KEEP_LISTED_MS = 30_000;
const NO_CACHE = { 'Cache-Control': 'no-cache' };

type Rendered = Uint8Array<ArrayBuffer>;

/** Returns true if the client prefers Markdown to HTML. */
function prefersMarkdown(c: AppContext): boolean {
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'text/markdown';
}

/** Pages for programs. They are read from the index, so nothing else is published. */
function markdownPages({ engine, title = 'Documentation', site, now }: AppOptions) {
  const base = site?.base ?? '/';
  const listed = sharedProbe({
    ask: async () => {
      const pages = await Array.fromAsync(engine.pages());
      return new Map(
        pages.map(({ url }) => [pathKey(url), { beside: markdownPath(url, base), origin: new URL(url).origin }]),
      );
    },
    keepMs: KEEP_LISTED_MS,
    now,
  });
  // The Markdown is served here even if the site itself is hosted elsewhere.
  const originOf = (c: AppContext, url: string): string => new URL(site === undefined ? c.req.url : url).origin;
  const kept = new RenderedPages();
  /** The live generation, of which rendered pages are kept. */
  const liveTag = async (c: AppContext): Promise<string> => {
    const info = await engine.info({ signal: c.req.raw.signal });
    return `${info?.generation ?? 0}-${Date.parse(info?.publishedAt ?? '') || 0}`;
  };
  const markdownOf = async (c: AppContext, key: string, tag: string): Promise<Rendered | undefined> => {
    const host = site === undefined ? new URL(c.req.url).origin : '';
    return kept.find(JSON.stringify([tag, host, key]), async () => {
      const found = await engine.page(key);
      return found && render(markdownSections(found, { index: `${originOf(c, found.url)}${base}llms.txt` }));
    });
  };
  return {
    /** Returns what the index knows of a site page. Of a page that is not in the index it gives the origin of the home page. */
    async factsOf(path: string): Promise<PageFacts> {
      // An error of the index must not prevent the page from being shown.
      const known = await listed().catch(() => undefined);
      // An index whose pages are below another path says nothing about pages here.
      return known?.get(pathKey(path)) ?? { beside: '', origin: known?.get(pathKey(base))?.origin ?? '' };
    },
    /** Serves `llms.txt`: links to the Markdown of all pages. */
    async list(c: AppContext): Promise<Response> {
      const pages = await Array.fromAsync(engine.pages({ signal: c.req.raw.signal }));
      const link = ({ url }: { readonly url: string }): string => originOf(c, url) + markdownPath(url, base);
      const full = `${originOf(c, pages[0]?.url ?? c.req.url)}${base}llms-full.txt`;
      const text = llmsTxt({ title, pages, link, full });
      return sendTagged(c, text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...NO_CACHE } });
    },
    /** Serves `llms-full.txt`: all pages in sequence, streamed as they are read. */
    async full(c: AppContext): Promise<Response> {
      const { signal } = c.req.raw;
      const tag = await liveTag(c);
      async function* texts(): AsyncGenerator<string | Uint8Array> {
        let left = FULL;
        for await (const { url } of engine.pages({ signal })) {
          // The page may have been removed since the listing started.
          const text = (await markdownOf(c, pathKey(url), tag)) ?? '';
          left -= text.length;
          if (left < 0) return yield 'The rest is left out: llms.txt links to each page.\n';
          yield text;
          yield '\n';
        }
      }
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', ETag: `W/"${tag}"`, ...NO_CACHE };
      if (c.req.method === 'HEAD') return sendTagged(c, null, { headers });
      const response = await sendTagged(c, reportedBody(c, texts()), { headers });
      // A client that has the current text gets no body.
      if (response.body === null) {
        const sent = { stillOpen: false, code: undefined, cause: undefined, brokenOff: undefined };
        Object.assign(c.get('notes'), sent);
      }
      return response;
    },
    /** Returns the page with this key as Markdown; `undefined` if it is not in the index. */
    async page(c: AppContext, key: string): Promise<Response | undefined> {
      const text = await markdownOf(c, key, await liveTag(c));
      if (text === undefined) return undefined;
      return sendTagged(c, text, { headers: { 'Content-Type': MARKDOWN, Vary: 'Accept', ...NO_CACHE } });
    },
  };
}

/** Rendered pages: each is made once for all who ask at the same time, and the most recently used are kept. */
class RenderedPages {
  readonly #making = new Map<string, Promise<Rendered | undefined>>();
  readonly #kept = new Map<string, Rendered>();
  #bytes = 0;

  async find(key: string, make: () => Promise<Rendered | undefined>): Promise<Rendered | undefined> {
    const page = this.#kept.get(key) ?? (await this.#make(key, make));
    if (page === undefined) return undefined;
    // Moves the page to the end: the first one is the least recently used.
    if (!this.#kept.delete(key)) this.#bytes += page.length;
    this.#kept.set(key, page);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
    return page;
  }

  #make(key: string, make: () => Promise<Rendered | undefined>): Promise<Rendered | undefined> {
    const making = this.#making.get(key) ?? make().finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}

/** Renders a page with pauses for other requests. */
async function render(sections: Iterable<string>): Promise<Rendered> {
  const parts: string[] = [];
  await setImmediate();
  let began = performance.now();
  for (const section of sections) {
    parts.push(section);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return new TextEncoder().encode(parts.join(''));
}

export function addPages(app: App, routes: Routes, options: AppOptions, spoken: readonly Dialect[]): void {
  const { site: siteOptions, widgetFolder, title = 'the docs' } = options;
  const showApi: Handler = (c) =>
    c.html(
      apiDocuments(spoken).page.replaceAll(ORIGIN, () => new URL(c.req.url).origin),
      200,
      NO_CACHE,
    );
  const asked = askPage({ title, base: siteOptions?.base ?? READER_BASE, hasPanel: widgetFolder !== undefined });
  const showAsk: Handler = (c) => c.html(asked, 200, NO_CACHE);
  const assets = folderFiles(join(import.meta.dirname, 'page'), {
    served: /^[\w-]+\.(?:css|svg)$/u,
    cacheControl: () => 'no-cache',
  });
  const widget = widgetFiles(widgetFolder);

  routes.on('GET', '/openapi.json', { limit: 'file' }, (c) =>
    c.body(apiDocuments(spoken).json, 200, { 'Content-Type': 'application/json', ...NO_CACHE }),
  );
  routes.on('GET', '/ask', { limit: 'file' }, showAsk);
  routes.on('GET', '/api/docs', { limit: 'file' }, showApi);
  routes.on('GET', '/api/assets/{name}', { limit: 'file' }, async (c) => {
    return (await assets(c.req.param('name')!, c)) ?? c.notFound();
  });
  routes.on('GET', '/widget/{name}', { limit: 'file', open: 'any-origin' }, (c) => widget(c.req.param('name')!, c));

  const markdown = markdownPages(options);
  const site = siteOptions === undefined ? undefined : openSite(siteOptions, markdown.factsOf);
  /** The Markdown of the requested page, if the client prefers it. */
  const asMarkdown = async (c: AppContext): Promise<Response | undefined> =>
    prefersMarkdown(c) ? markdown.page(c, pathKey(c.req.path)) : undefined;
  /** Registers a built-in page, used if the owner's site has none at that path. */
  const page = (path: string, at: RouteOptions, handler: Handler): void =>
    routes.on('GET', path, at, async (c) => (await asMarkdown(c)) ?? (await site?.find(c)) ?? handler(c));

  page('/', { limit: 'file' }, (c) => {
    if (siteOptions === undefined) return showAsk(c);
    return siteOptions.base === '/' ? c.notFound() : c.redirect(`.${siteOptions.base}`, 302);
  });
  page('/docs', { limit: 'file' }, showApi);
  page('/read/{path}', { limit: 'work', at: '/read/:path{.+}' }, async (c) => {
    const found = await options.engine.page(pathKey(c.req.path.slice('/read'.length)), { signal: c.req.raw.signal });
    const noStore = { 'Cache-Control': 'no-store' };
    if (found === undefined) return c.html(missingPage(title), 404, noStore);
    // Others get their turn after each step, because a page may be long.
    await setImmediate();
    const blocks = pageFlow(found);
    await setImmediate();
    return c.html(readerPage(found, title, blocks), 200, noStore);
  });
  for (const below of new Set(['/', siteOptions?.base ?? '/'])) {
    page(`${below}llms.txt`, { limit: 'work' }, markdown.list);
    page(`${below}llms-full.txt`, { limit: 'work' }, (c) => {
      c.get('admit')('questions');
      return markdown.full(c);
    });
  }
  page('/{path}.md', { limit: 'work', at: '/:path{.+\\.md}' }, async (c) => {
    return (await markdown.page(c, pageOfMarkdown(c.req.path) ?? '')) ?? c.notFound();
  });

  const isApi = apiPaths(spoken);
  app.notFound(async (c) => {
    const { path } = c.req;
    const allowed = routes.at(path)?.methods;
    // A handler that found nothing also ends here; in that case the method was allowed.
    if (allowed !== undefined && c.get('route') === '') return notAllowed(c, [...allowed.keys()]);
    const isOfSite = allowed === undefined || path === '/';
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const found = isOfSite ? ((isRead ? await asMarkdown(c) : undefined) ?? (await site?.find(c))) : undefined;
    if (found !== undefined && isRead) return found;
    if (found !== undefined) {
      await found.body?.cancel();
      return notAllowed(c, ['GET', 'HEAD']);
    }
    if (site !== undefined && isOfSite && isRead && !isApi.test(path)) {
      const missing = await site.missing(c);
      if (missing !== undefined) return missing;
      if (!(await site.isThere())) return failed(c, new Refusal('SOURCE_UNAVAILABLE'));
    }
    return failed(c, new Refusal('NOT_FOUND'));
  });
}

function notAllowed(c: AppContext, allowed: readonly string[]): Response {
  const response = failed(c, new Refusal('METHOD_NOT_ALLOWED'));
  response.headers.set('Allow', allowed.join(', '));
  return response;
}

/** Matches paths of the API, where a wrong path gets an error in the contract's format instead of a page of the site. */
function apiPaths(spoken: readonly Dialect[]): RegExp {
  const first = new Set(spoken.flatMap(({ endpoints }) => endpoints.map(({ path }) => path.split('/')[1]!)));
  return new RegExp(`^/(?:${[...first, 'widget'].join('|')})(?:/|$)`, 'u');
}
