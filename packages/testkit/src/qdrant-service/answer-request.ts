import { statusOfRefusal } from './engine/refusal.ts';
import { parseBody } from './parse-body.ts';
import { errorReply, jsonReply, textReply, type Reply } from './reply.ts';
import type { Route } from './routes/route.ts';
import { findRoute } from './routes/routes.ts';
import type { ServedState } from './routes/served-state.ts';
import type { PublishedShapes } from './shapes/published-shapes.ts';

export interface AskedRequest {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly bytes: Buffer;
}

export interface AnswerRules {
  readonly state: ServedState;
  readonly shapes: PublishedShapes;
  /** Is told of everything that does not fit. */
  readonly violate: (violation: string) => void;
  /** Replaces the body before it is served. */
  readonly edit?: (body: unknown) => unknown;
}

const HEALTH = new Map([
  ['/healthz', 'healthz check passed'],
  ['/livez', 'healthz check passed'],
  ['/readyz', 'all shards are ready'],
]);

/** Serves one request. Everything in here happens at once, so writes to a collection come one after the other. */
export function answerRequest(request: AskedRequest, rules: AnswerRules): Reply {
  const { method, path } = request;
  const { state, shapes, violate } = rules;
  if (method === 'GET') {
    const health = HEALTH.get(path);
    if (health !== undefined) return textReply(200, health);
    if (path === '/') {
      return jsonReply(200, { title: 'qdrant - vector search engine', version: state.version, commit: '0'.repeat(40) });
    }
  }
  const found = findRoute(method, path);
  if (found === undefined) {
    violate(`${method} ${path} is not served`);
    return textReply(404, '');
  }
  const { route, parameters } = found;
  try {
    const body = checkedBody(route, request.bytes, rules);
    const served = rules.edit === undefined ? body : rules.edit(body);
    const result = route.serve(state, { parameters, query: request.query, body: served });
    const misfit = shapes.misfit(route.result, result);
    if (misfit !== undefined) violate(`the reply of ${route.name}: ${misfit}`);
    return jsonReply(200, { result, status: 'ok', time: 0.000_01 });
  } catch (error) {
    const status = statusOfRefusal(error) ?? 500;
    const message = error instanceof Error ? error.message : String(error);
    if (status === 501 || status === 500) violate(`${route.name}: ${message}`);
    return errorReply(status, status === 500 ? `Service internal error: ${message}` : message);
  }
}

/** The body of a request, if it fits what Qdrant publishes about it. */
function checkedBody(route: Route, bytes: Buffer, { shapes, violate }: AnswerRules): unknown {
  const body = parseBody(bytes);
  if (route.body === undefined) {
    if (body !== undefined) violate(`${route.name} takes no body`);
    return body;
  }
  const misfit = shapes.misfit(route.body, body);
  if (misfit === undefined) return body;
  violate(`${route.name}: ${misfit}`);
  throw new Error(`Format error in JSON body: ${misfit}`, { cause: { status: 400 } });
}
