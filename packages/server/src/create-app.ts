import { getConnInfo } from '@hono/node-server/conninfo';
import { IbidError, pathKey } from '@ibid/core';
import { dialects } from '@ibid/wire';
import { Hono } from 'hono';
import { failed, type App, type AppContext } from './app-context.ts';
import type { AppOptions } from './app-options.ts';
import { clientAddress } from './client-address.ts';
import { endpointAt } from './endpoint-at.ts';
import { endpointHandler } from './endpoint-handler.ts';
import { createMetrics } from './metrics.ts';
import { apiDescription, type ApiDescription } from './openapi/api-description.ts';
import { docsPage } from './openapi/docs-page.ts';
import { pageFiles } from './page-files.ts';
import { pathPattern } from './path-pattern.ts';
import { missingPage } from './reader/missing-page.ts';
import { readerPage } from './reader/reader-page.ts';
import { readiness } from './readiness.ts';
import { requestFrame } from './request-frame.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** The whole HTTP face of one engine: every endpoint of every vocabulary, the question page, the reader view, operations. */
export function createApp(options: AppOptions): App {
  const app: App = new Hono();
  const metrics = options.metrics ?? createMetrics();
  const files = pageFiles();
  const title = options.title ?? 'the docs';
  const endpoints = (options.dialects ?? dialects).flatMap((dialect) => dialect.endpoints);
  const handle = endpointHandler(options, metrics);

  app.use(requestFrame(options, metrics, endpointAt(endpoints)));

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
    route(endpoint.method, endpoint.path, (c) =>
      handle(endpoint, {
        request: c.req.raw,
        requestId: c.get('requestId'),
        params: c.req.param(),
        startedAt: c.get('startedAt'),
        notes: c.get('notes'),
        client: () => clientOf(c, options.trustedProxies ?? 0),
        siteKey: c.req.header('x-ibid-site-key'),
      }),
    );
  }

  route('GET', '/health', (c) => c.json({ status: 'ok' }, 200, NO_STORE));
  route('GET', '/ready', async (c) => {
    const ready = await readiness(options, c.req.raw.signal);
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
  // Made when it is first wanted, not at start: it turns every schema into another.
  let described: ApiDescription | undefined;
  const description = (): ApiDescription => (described ??= apiDescription(endpoints));
  route('GET', '/openapi.json', (c) => c.json(description(), 200, { 'Cache-Control': 'no-cache' }));
  route('GET', '/docs', (c) =>
    c.html(docsPage(description(), new URL(c.req.url).origin), 200, { 'Cache-Control': 'no-cache' }),
  );

  route('GET', '/', async (c) => (await files.serve('index.html', c.req.raw)) ?? c.notFound());
  route('GET', '/assets/{name}', async (c) => {
    return (await files.serve(c.req.param('name') ?? '', c.req.raw)) ?? c.notFound();
  });
  methods.set(/^\/read\/.*$/u, ['GET']);
  app.get('/read/*', async (c) => {
    c.set('route', '/read/{path}');
    const page = await options.engine.page(pathKey(c.req.path.slice('/read'.length)), { signal: c.req.raw.signal });
    const html = page === undefined ? missingPage(title) : readerPage(page, title);
    return c.html(html, page === undefined ? 404 : 200, NO_STORE);
  });

  app.notFound((c) => {
    const allowed = [...methods].find(([pattern]) => pattern.test(c.req.path))?.[1];
    // A handler that found nothing ends here too, and then the method was right.
    const wrongMethod = allowed !== undefined && c.get('route') === '';
    const response = failed(c, { code: wrongMethod ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND', message: '' });
    if (wrongMethod) response.headers.set('Allow', allowed.join(', '));
    return response;
  });
  app.onError((cause, c) => {
    c.get('notes').cause = cause;
    return failed(c, { code: IbidError.is(cause) ? cause.code : 'INTERNAL', message: '' });
  });
  return app;
}

function clientOf(c: AppContext, proxies: number): string {
  // Requests made inside the process have no socket.
  const socketAddress = c.env === undefined ? '' : (getConnInfo(c).remote.address ?? '');
  return clientAddress({ socketAddress, forwardedFor: c.req.header('x-forwarded-for') }, proxies);
}
