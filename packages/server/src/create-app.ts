import { IbidError } from '@ibid/core';
import { dialects, type Endpoint } from '@ibid/wire';
import { Hono } from 'hono';
import { setImmediate } from 'node:timers/promises';
import { type App, type AppContext, failed, Refusal, Routes, toResponse } from './call.ts';
import type { AppOptions } from './app-options.ts';
import { answerHandler } from './handlers/answer.ts';
import { callHandler } from './handlers/calls.ts';
import { mcpHandler } from './mcp/serve-mcp.ts';
import { payers, requestLimit } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { addOperations, healthHandler } from './operations.ts';
import { addPages } from './page-routes.ts';
import { requestFrame } from './request-frame.ts';
import { apiDocuments } from './page/docs-page.ts';

/** Number of request ids remembered, to recognise feedback on real answers. */
const MOST_ANSWERED = 10_000;

/** Creates the HTTP app of an engine: the contracts' endpoints, MCP, operations and pages. */
export function createApp(options: AppOptions): App {
  const app: App = new Hono();
  const routes = new Routes(app);
  const metrics = options.metrics ?? createMetrics();
  const spoken = options.dialects ?? dialects;
  const payerOf = payers(options);

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

/**
 * Loads and makes what the first requests need: the tokenizer, the API description and the Model Context Protocol. Call it when the server
 * listens; otherwise each is loaded by the first request that needs it, which stops all others for as long.
 */
export async function preload({
  dialects: spoken = dialects,
  countTokens,
}: Pick<AppOptions, 'dialects' | 'countTokens'>): Promise<void> {
  const steps = [
    () => countTokens('a'),
    () => apiDocuments(spoken),
    () => import('@modelcontextprotocol/server'),
    () => import('./mcp/docs-tools.ts'),
  ];
  for (const step of steps) {
    await setImmediate();
    await step();
  }
}
