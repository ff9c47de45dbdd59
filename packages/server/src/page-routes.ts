/** Routes for browsers and text readers: the question page, API page, reader view, the owner's site, and pages as Markdown. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathKey } from '@ibid/core';
import { pageFlow, pageOfMarkdown } from '@ibid/core/pages';
import type { Dialect } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { type App, type AppContext, failed, Refusal } from './call.ts';
import { markdownPages, prefersMarkdown } from './handlers/pages.ts';
import { apiDocuments, ORIGIN } from './page/docs-page.ts';
import { askPage } from './page/ask-page.ts';
import { missingPage, READER_BASE, readerPage } from './page/reader-page.ts';
import type { Handler, RouteOptions, Routes } from './routes.ts';
import { openSite } from './site/site.ts';
import { folderFiles, widgetFiles } from './site/static-file.ts';

const NO_CACHE = { 'Cache-Control': 'no-cache' };

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
  const before: RouteOptions['before'] = async (c) => (await asMarkdown(c)) ?? (await site?.find(c));
  const page = (path: string, at: RouteOptions, handler: Handler): void =>
    routes.on('GET', path, { ...at, before }, handler);

  page('/', { limit: 'file' }, (c) => {
    if (siteOptions === undefined) return showAsk(c);
    return siteOptions.base === '/' ? c.notFound() : c.redirect(`.${siteOptions.base}`, 302);
  });
  page('/docs', { limit: 'file' }, showApi);
  page('/read/{path}', { limit: 'work', at: '/read/*', pattern: /^\/read\/.*$/u }, async (c) => {
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
  page('/{path}.md', { limit: 'work', at: '/:path{.+\\.md}', pattern: /^\/.+\.md$/u }, async (c) => {
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
