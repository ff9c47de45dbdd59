import { getConnInfo } from '@hono/node-server/conninfo';
import { IbidError } from '@ibid/core';
import { dialects, type Endpoint } from '@ibid/wire';
import { Hono } from 'hono';
import { failed, toResponse, type App, type AppContext, type Caller } from './call.ts';
import type { AppOptions } from './app-options.ts';
import { clientAddress, isLoopback } from './connections.ts';
import { answerHandler } from './handlers/answer.ts';
import { callHandler } from './handlers/calls.ts';
import { mcpHandler } from './handlers/mcp.ts';
import { createLimits, requestLimit } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { addOperations, healthHandler } from './operations.ts';
import { addPages } from './page-routes.ts';
import { payers } from './payers.ts';
import { requestFrame } from './request-frame.ts';
import { Routes } from './routes.ts';

/** Number of request ids remembered, to recognise feedback on real answers. */
const MOST_ANSWERED = 10_000;

/** Creates the HTTP app of an engine: the contracts' endpoints, MCP, operations and pages. */
export function createApp(options: AppOptions): App {
  const app: App = new Hono();
  const routes = new Routes(app);
  const metrics = options.metrics ?? createMetrics();
  const spoken = options.dialects ?? dialects;
  const { siteKeys = [], date, clientKey } = options;
  const payerOf = payers({ siteKeys, date, clientKey });

  const answered = new Set<string>();
  const answer = answerHandler(options, metrics, payerOf);
  const health = healthHandler(options);
  const other = callHandler(options, metrics, answered);
  const handle = async (endpoint: Endpoint, c: AppContext, caller: Caller): Promise<Response> => {
    if (endpoint.kind === 'models')
      return toResponse(endpoint.encode({ params: c.req.param() }, { requestId: c.get('requestId') }));
    if (endpoint.kind === 'health') return health(endpoint, c);
    if (endpoint.kind !== 'answer') return other(endpoint, c, caller);
    const response = await answer(endpoint, c, caller);
    if (response.ok) answered.add(c.get('requestId').toLowerCase());
    if (answered.size > MOST_ANSWERED) answered.delete(answered.values().next().value!);
    return response;
  };

  const client = (c: AppContext): string => clientOf(c, options.trustedProxies ?? 0);
  const limits = createLimits(options);
  const isExempt = (c: AppContext): boolean =>
    options.rateLimits?.exemptLoopback === true && !isForwarded(c) && isLoopback(socketAddressOf(c));
  const ownerOf = (path: string): Endpoint | undefined =>
    spoken.find(({ base }) => base !== undefined && path.startsWith(base))?.endpoints[0];
  app.use(requestFrame(options, metrics, { routes, ownerOf, limits, client, isExempt }));

  for (const endpoint of spoken.flatMap((dialect) => dialect.endpoints)) {
    const count = limits.counter(endpoint.kind);
    const limit = requestLimit(endpoint.kind);
    routes.on(endpoint.method, endpoint.path, { limit, endpoint }, (c) => {
      const asker = { client: client(c), siteKey: c.req.header('x-ibid-site-key') };
      const admit = count === undefined || isExempt(c) ? undefined : (): ReturnType<typeof count> => count(asker);
      return handle(endpoint, c, { ...asker, admit });
    });
  }

  const countQuestion = limits.counter('answer');
  const admitQuestion = (c: AppContext, count?: number): ReturnType<NonNullable<typeof countQuestion>> =>
    isExempt(c) ? undefined : countQuestion?.({ client: client(c), siteKey: undefined }, count);
  const mcp = mcpHandler(options, {
    admit: admitQuestion,
    payer: (c) => payerOf({ client: client(c), siteKey: undefined }),
  });
  for (const method of ['GET', 'POST', 'DELETE']) routes.on(method, '/mcp', { limit: 'work' }, mcp);
  addOperations(routes, options, metrics);
  addPages(app, routes, options, { spoken, admitQuestion });

  app.onError((cause, c) => {
    c.get('notes').cause = cause;
    return failed(c, { code: IbidError.is(cause) ? cause.code : 'INTERNAL', message: '' });
  });
  return app;
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
