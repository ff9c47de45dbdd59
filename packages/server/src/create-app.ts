import { IbidError } from '@ibid/core';
import { dialects, type Endpoint } from '@ibid/wire';
import { Hono } from 'hono';
import { failed, Refusal, toResponse, type App, type AppContext } from './call.ts';
import type { AppOptions } from './app-options.ts';
import { answerHandler } from './handlers/answer.ts';
import { callHandler } from './handlers/calls.ts';
import { mcpHandler } from './handlers/mcp.ts';
import { requestLimit } from './limits.ts';
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
  const handle = async (endpoint: Endpoint, c: AppContext): Promise<Response> => {
    if (endpoint.kind === 'models') return toResponse(endpoint.encode({ params: c.req.param() }, c.get('context')));
    if (endpoint.kind === 'health') return health(endpoint, c);
    if (endpoint.kind !== 'answer') return other(endpoint, c);
    const response = await answer(endpoint, c);
    answered.add(c.get('context').requestId.toLowerCase());
    if (answered.size > MOST_ANSWERED) answered.delete(answered.values().next().value!);
    return response;
  };

  const ownerOf = (path: string): Endpoint | undefined =>
    spoken.find(({ base }) => base !== undefined && path.startsWith(base))?.endpoints[0];
  app.use(requestFrame(options, metrics, routes, ownerOf));

  for (const endpoint of spoken.flatMap((dialect) => dialect.endpoints)) {
    const limit = requestLimit(endpoint.kind);
    routes.on(endpoint.method, endpoint.path, { limit, endpoint }, (c) => handle(endpoint, c));
  }
  const mcp = mcpHandler(options, payerOf);
  for (const method of ['GET', 'POST', 'DELETE']) routes.on(method, '/mcp', { limit: 'work' }, mcp);
  addOperations(routes, options, metrics);
  addPages(app, routes, options, spoken);
  // Texts of other errors may hold what is not for clients.
  app.onError((cause, c) =>
    failed(
      c,
      cause instanceof Refusal ? cause : new Refusal(IbidError.is(cause) ? cause.code : 'INTERNAL', '', {}, cause),
    ),
  );
  return app;
}
