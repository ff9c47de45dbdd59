import { join } from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { IbidError, pathKey } from '@ibid/core';
import { pageOfMarkdown } from '@ibid/core/pages';
import { dialects, type Endpoint } from '@ibid/wire';
import { Hono } from 'hono';
import { failed, overLimit, type App, type AppContext } from './call.ts';
import type { AppOptions } from './app-options.ts';
import { clientAddress, isLoopback } from './connections.ts';
import { endpointAt, pathPattern } from './paths.ts';
import { endpointHandler } from './endpoint-handler.ts';
import { createLimits } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { apiDocuments } from './openapi/api-documents.ts';
import { readiness, type Readiness, sharedProbe } from './health.ts';
import { askPage } from './page/ask-page.ts';
import { missingPage, READER_BASE, readerPage } from './page/reader-page.ts';
import { mcpHandler } from './handlers/mcp.ts';
import { markdownPages, prefersMarkdown } from './handlers/pages.ts';
import { payers } from './payers.ts';
import { requestFrame } from './request-frame.ts';
import { openSite } from './site/site.ts';
import { folderFiles } from './site/static-file.ts';
import { widgetFiles } from './site/widget-files.ts';

/** Balancers ask every second or two, and there may be several. */
const KEEP_WRITTEN_MS = 2_000;
const NO_STORE = { 'Cache-Control': 'no-store' };

/** The whole HTTP face of one engine: every endpoint of every vocabulary, the question page, the reader view, operations. */
export function createApp(options: AppOptions): App {
  const app: App = new Hono();
  const metrics = options.metrics ?? createMetrics();
  const title = options.title ?? 'the docs';
  const spoken = options.dialects ?? dialects;
  const endpoints = spoken.flatMap((dialect) => dialect.endpoints);
  const { siteKeys = [], date, clientKey } = options;
  const payerOf = payers({ siteKeys, date, clientKey });
  const handle = endpointHandler(options, metrics, payerOf);

  const client = (c: AppContext): string => clientOf(c, options.trustedProxies ?? 0);
  const limits = createLimits(options);
  const isExempt = (c: AppContext): boolean =>
    options.rateLimits?.exemptLoopback === true && !isForwarded(c) && isLoopback(socketAddressOf(c));
  app.use(requestFrame(options, metrics, { endpointAt: endpointAt(endpoints), limits, client, isExempt }));

  const methods = new Map<RegExp, string[]>();
  const route = (method: string, path: string, handler: (c: AppContext) => Promise<Response> | Response): void => {
    const known = [...methods].find(([pattern]) => pattern.test(path))?.[1];
    if (known === undefined) methods.set(pathPattern(path), [method]);
    else known.push(method);
    app.on(method, path.replace(/\{(\w+)\}/gu, ':$1'), (c) => {
      c.set('route', path);
      return handler(c);
    });
  };

  for (const endpoint of endpoints) {
    const count = limits.counter(endpoint.kind);
    route(endpoint.method, endpoint.path, (c) => {
      const asker = { client: client(c), siteKey: c.req.header('x-ibid-site-key') };
      return handle(endpoint, {
        request: c.req.raw,
        requestId: c.get('requestId'),
        params: c.req.param(),
        startedAt: c.get('startedAt'),
        notes: c.get('notes'),
        ...asker,
        admit: count === undefined || isExempt(c) ? undefined : () => count(asker),
      });
    });
  }

  const countQuestion = limits.counter('answer');
  const mcp = mcpHandler(options, {
    admit: (c) => (isExempt(c) ? undefined : countQuestion?.({ client: client(c), siteKey: undefined })),
    payer: (c) => payerOf({ client: client(c), siteKey: undefined, sessionId: undefined }),
  });
  for (const method of ['GET', 'POST', 'DELETE']) route(method, '/mcp', mcp);

  route('GET', '/health', (c) => c.json({ status: 'ok' }, 200, NO_STORE));
  const { engine, shutdown, draining } = options;
  const isEnding = (): boolean => shutdown?.aborted === true || draining?.aborted === true;
  // A client that disconnects does not cancel the shared probe; a deadline of its own ends it.
  const unending = new AbortController().signal;
  const { checkWrites } = options;
  const written =
    checkWrites === undefined
      ? undefined
      : sharedProbe({ ask: checkWrites, keepMs: KEEP_WRITTEN_MS, now: options.now });
  const probe = (asked: Parameters<typeof readiness>[0]): (() => Promise<Readiness>) => {
    const ask = (): Promise<Readiness> => readiness(asked, unending);
    const shared = sharedProbe({ ask, keepMs: 0, now: options.now });
    return () => (isEnding() ? ask() : shared());
  };
  const probeAll = probe({ ...options, checkWrites: written });
  const probeIndex = probe({ engine, shutdown, draining });
  route('GET', '/ready', async (c) => {
    const ready = await (c.req.query('needs') === 'index' ? probeIndex() : probeAll());
    return c.json({ ...ready, title }, ready.status === 'ready' ? 200 : 503, NO_STORE);
  });
  route('GET', '/metrics', async (c) => {
    const [info, sessions, spent] = await Promise.all([
      options.engine.info({ signal: c.req.raw.signal }).catch(() => undefined),
      options.conversations?.count({ signal: c.req.raw.signal }).catch(() => undefined),
      options.agent?.spentToday?.({ signal: c.req.raw.signal }).catch(() => undefined),
    ]);
    if (info !== undefined) metrics.index(info);
    if (sessions !== undefined) metrics.sessions(sessions);
    if (spent !== undefined) metrics.budget(spent);
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, ...NO_STORE });
  });
  const documents = apiDocuments(spoken);
  const noCache = { 'Cache-Control': 'no-cache' };
  route('GET', '/openapi.json', (c) =>
    c.body(documents.description(), 200, { 'Content-Type': 'application/json', ...noCache }),
  );
  const apiPage = (c: AppContext): Response | Promise<Response> =>
    c.html(documents.page(new URL(c.req.url).origin), 200, noCache);
  const { site: siteOptions, widgetFolder } = options;
  const asked = askPage({ title, base: siteOptions?.base ?? READER_BASE, hasPanel: widgetFolder !== undefined });
  const showAsk = (c: AppContext): Response => c.html(asked, 200, noCache);
  route('GET', '/ask', showAsk);
  route('GET', '/api/docs', apiPage);
  const assets = folderFiles(join(import.meta.dirname, 'page'), {
    served: /^[\w-]+\.(?:css|svg)$/u,
    cacheControl: () => 'no-cache',
  });
  route('GET', '/api/assets/{name}', async (c) => (await assets(c.req.param('name') ?? '', c)) ?? c.notFound());
  const widget = widgetFiles(widgetFolder);
  route('GET', '/widget/{name}', (c) => widget(c.req.param('name') ?? '', c));

  const isApi = apiPaths(endpoints);
  const markdown = markdownPages(options);
  const site = siteOptions === undefined ? undefined : openSite(siteOptions, markdown.pathBeside);
  /** The Markdown of the page at the path of a request, for who prefers that. */
  const asMarkdown = async (c: AppContext): Promise<Response | undefined> =>
    prefersMarkdown(c) ? markdown.page(c, pathKey(c.req.path)) : undefined;
  /** A page of our own, where the owner's site has none. */
  const page = (path: string, pattern: RegExp, handler: (c: AppContext) => Promise<Response> | Response): void => {
    methods.set(pattern, ['GET']);
    app.get(path, async (c) => {
      const found = (await asMarkdown(c)) ?? (await site?.find(c));
      if (found !== undefined) return found;
      c.set('route', path.replace('*', '{path}'));
      return handler(c);
    });
  };
  page('/', /^\/$/u, (c) => {
    if (siteOptions === undefined) return showAsk(c);
    return siteOptions.base === '/' ? c.notFound() : c.redirect(`.${siteOptions.base}`, 302);
  });
  page('/docs', /^\/docs$/u, apiPage);
  page('/read/*', /^\/read\/.*$/u, async (c) => {
    const found = await options.engine.page(pathKey(c.req.path.slice('/read'.length)), { signal: c.req.raw.signal });
    const html = found === undefined ? missingPage(title) : readerPage(found, title);
    return c.html(html, found === undefined ? 404 : 200, NO_STORE);
  });

  for (const below of new Set(['/', siteOptions?.base ?? '/'])) {
    page(`${below}llms.txt`, pathPattern(`${below}llms.txt`), markdown.list);
    page(`${below}llms-full.txt`, pathPattern(`${below}llms-full.txt`), (c) => {
      const allowance = isExempt(c) ? undefined : countQuestion?.({ client: client(c), siteKey: undefined });
      if (allowance !== undefined) c.get('notes').allowance = allowance;
      return (allowance?.waitSeconds ?? 0) > 0 ? failed(c, overLimit(allowance!)) : markdown.full(c);
    });
  }
  page('/:path{.+\\.md}', /^\/.+\.md$/u, async (c) => {
    c.set('route', '/{path}.md');
    return (await markdown.page(c, pageOfMarkdown(c.req.path) ?? '')) ?? c.notFound();
  });

  app.notFound(async (c) => {
    const { path } = c.req;
    const allowed = [...methods].find(([pattern]) => pattern.test(path))?.[1];
    // A handler that found nothing ends here too, and then the method was right.
    if (allowed !== undefined && c.get('route') === '') return notAllowed(c, allowed);
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
      if (!(await site.isThere())) return failed(c, { code: 'SOURCE_UNAVAILABLE', message: '' });
    }
    return failed(c, { code: 'NOT_FOUND', message: '' });
  });
  app.onError((cause, c) => {
    c.get('notes').cause = cause;
    return failed(c, { code: IbidError.is(cause) ? cause.code : 'INTERNAL', message: '' });
  });
  return app;
}

function notAllowed(c: AppContext, allowed: readonly string[]): Response {
  const response = failed(c, { code: 'METHOD_NOT_ALLOWED', message: '' });
  response.headers.set('Allow', allowed.join(', '));
  return response;
}

/** Paths at which programs call: what is not there is told to them in their own words, not by a page of the site. */
function apiPaths(endpoints: readonly Endpoint[]): RegExp {
  const first = new Set(endpoints.map(({ path }) => path.split('/')[1]!));
  return new RegExp(`^/(?:${[...first, 'widget'].join('|')})(?:/|$)`, 'u');
}

function clientOf(c: AppContext, proxies: number): string {
  return clientAddress({ socketAddress: socketAddressOf(c), forwardedFor: c.req.header('x-forwarded-for') }, proxies);
}

/** Requests made inside the process have no socket. */
function socketAddressOf(c: AppContext): string {
  return c.env === undefined ? '' : (getConnInfo(c).remote.address ?? '');
}

function isForwarded(c: AppContext): boolean {
  return ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name) !== undefined);
}
