import { pathKey } from '@ibid/core';
import { dialects, encodeFailure, type FailureCode, type WireFailure } from '@ibid/wire';
import { Hono } from 'hono';
import { answerHandler, toResponse } from './answer-handler.ts';
import type { AppOptions } from './app-options.ts';
import { originGate } from './origin-gate.ts';
import { pageFiles } from './page-files.ts';
import { readiness } from './readiness.ts';
import { missingPage } from './reader/missing-page.ts';
import { readerPage } from './reader/reader-page.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Health checks are asked by address or service name, which no owner lists. */
const OPEN_TO_ANY_HOST = ['/health', '/ready'];
const REQUEST_ID = /^[\w.-]{1,64}$/u;

export type App = Hono<{ Variables: { requestId: string; code: FailureCode | 'RUN' | ''; cause: unknown } }>;

/** The whole HTTP face of one engine: questions, the question page, the reader view, health. */
export function createApp(options: AppOptions): App {
  const app: App = new Hono();
  const gate = originGate(options.origins ?? []);
  const answer = answerHandler(options);
  const files = pageFiles();
  const title = options.title ?? 'the docs';

  app.use(async (c, next) => {
    const started = options.now();
    const given = c.req.header('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(given) ? given : options.newId();
    c.set('requestId', requestId);
    c.set('code', '');
    c.set('cause', undefined);
    const fail = (code: FailureCode, message: string): Response => {
      c.set('code', code);
      return toResponse(encodeFailure({ code, message }, { requestId }));
    };

    const admission = gate({
      method: c.req.method,
      host: new URL(c.req.url).host,
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
    });
    if (admission.kind === 'refused' && !OPEN_TO_ANY_HOST.includes(c.req.path)) {
      c.res = fail('ORIGIN_REFUSED', admission.reason);
    } else if (c.req.method === 'OPTIONS') {
      c.res = new Response(null, { status: 204 });
    } else {
      await next();
    }

    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    c.res.headers.set('X-Request-Id', requestId);
    if ((options.origins ?? []).length > 0) c.res.headers.append('Vary', 'Origin');
    if (admission.kind === 'admitted' && admission.allowOrigin !== '') {
      c.res.headers.set('Access-Control-Allow-Origin', admission.allowOrigin);
      c.res.headers.set('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After');
      if (c.req.method === 'OPTIONS') {
        c.res.headers.set('Access-Control-Allow-Methods', 'GET, POST');
        c.res.headers.set('Access-Control-Allow-Headers', 'Content-Type, X-Request-Id');
        c.res.headers.set('Access-Control-Max-Age', '600');
      }
    }
    const code = c.get('code');
    const cause = c.get('cause');
    options.report?.({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      milliseconds: options.now() - started,
      ...(code === '' ? {} : { code }),
      ...(cause === undefined ? {} : { cause }),
    });
  });

  const allowed = new Map<string, string>();
  for (const endpoint of (options.dialects ?? dialects).flatMap((dialect) => dialect.endpoints)) {
    allowed.set(endpoint.path, endpoint.method);
    app.on(endpoint.method, endpoint.path, (c) =>
      answer(endpoint, {
        request: c.req.raw,
        requestId: c.get('requestId'),
        onFailure: (code, cause) => {
          if (code !== 'RUN') c.set('code', code as FailureCode);
          if (cause !== undefined) c.set('cause', cause);
        },
      }),
    );
  }

  app.get('/health', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/ready', async (c) => {
    const stopping = options.shutdown?.aborted === true;
    const ready = await readiness(options.engine, { stopping, signal: c.req.raw.signal });
    return c.json({ ...ready, title }, ready.status === 'ready' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });

  app.get('/', async (c) => (await files.serve('index.html', c.req.raw)) ?? c.notFound());
  app.get('/assets/:name', async (c) => (await files.serve(c.req.param('name'), c.req.raw)) ?? c.notFound());
  app.get('/read/*', async (c) => {
    const page = await options.engine.page(pathKey(c.req.path.slice('/read'.length)), { signal: c.req.raw.signal });
    const html = page === undefined ? missingPage(title) : readerPage(page, title);
    return c.html(html, page === undefined ? 404 : 200, { 'Cache-Control': 'no-store' });
  });

  app.notFound((c) => {
    const method = allowed.get(c.req.path);
    const failure: WireFailure = { code: method === undefined ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED', message: '' };
    c.set('code', failure.code);
    const response = toResponse(encodeFailure(failure, { requestId: c.get('requestId') }));
    if (method !== undefined) response.headers.set('Allow', method);
    return response;
  });
  app.onError((cause, c) => {
    c.set('code', 'INTERNAL');
    c.set('cause', cause);
    return toResponse(encodeFailure({ code: 'INTERNAL', message: '' }, { requestId: c.get('requestId') }));
  });
  return app;
}
