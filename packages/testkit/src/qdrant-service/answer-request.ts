import { statusOfRefusal } from './engine/refusal.ts';
import { parseBody } from './parse-body.ts';
import { parseUpload } from './parse-upload.ts';
import { errorReply, jsonReply, textReply, type Reply } from './reply.ts';
import { queryMisfit } from './query-misfit.ts';
import type { Route } from './routes/route.ts';
import { findRoute } from './routes/routes.ts';
import type { ServedState } from './routes/served-state.ts';
import type { PublishedShapes } from './shapes/published-shapes.ts';

export interface AskedRequest {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** `Content-Type` as it came. */
  readonly contentType: string | undefined;
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
    const body = checkedBody(route, request, rules);
    const served = rules.edit === undefined ? body : rules.edit(body);
    const result = route.serve(state, { parameters, query: request.query, body: served });
    if (route.result === undefined) return textReply(200, result as string, 'application/octet-stream');
    const misfit = shapes.misfit(route.result, result);
    if (misfit !== undefined) violate(`the reply of ${route.name}: ${misfit}`);
    return jsonReply(200, { result, status: 'ok', time: 0.000_01 });
  } catch (error) {
    const status = statusOfRefusal(error) ?? 500;
    const message = error instanceof Error ? error.message : String(error);
    if (status === 501 || status === 500) violate(`${route.name}: ${message}`);
    const reply = errorReply(status, status === 500 ? `Service internal error: ${message}` : message);
    const misfit = shapes.misfit('ErrorResponse', JSON.parse(reply.body));
    if (misfit !== undefined) violate(`the refusal of ${route.name}: ${misfit}`);
    return reply;
  }
}

/** The body of a request, if it fits what Qdrant publishes about it. */
function checkedBody(route: Route, request: AskedRequest, { shapes, violate }: AnswerRules): unknown {
  const refuse = (misfit: string, error: string): Error => {
    violate(`${route.name}: ${misfit}`);
    return new Error(error, { cause: { status: 400 } });
  };
  const wrongQuery = queryMisfit(route, request.query);
  if (wrongQuery !== undefined) throw refuse(wrongQuery, `Deserialize error in query parameters: ${wrongQuery}`);
  if (route.upload !== undefined) return parseUpload(request.bytes, request.contentType, route.upload);
  if (route.body !== undefined && !/^application\/json\b/u.test(request.contentType ?? '')) {
    throw refuse(`Content-Type is ${request.contentType}`, 'Content type error');
  }
  const body = parseBody(request.bytes);
  if (route.body === undefined) {
    // The client sends `{}` where it has nothing to say.
    if (body !== undefined && JSON.stringify(body) !== '{}') violate(`${route.name} takes no body`);
    return body;
  }
  const misfit = shapes.misfit(route.body, body);
  if (misfit === undefined) return body;
  throw refuse(misfit, `Format error in JSON body: ${misfit}`);
}
