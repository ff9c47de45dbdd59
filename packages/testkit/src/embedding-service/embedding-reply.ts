import { COHERE_API } from './cohere-api.ts';
import type { EmbeddingFault } from './embedding-faults.ts';
import { spoilt } from './embedding-faults.ts';
import type { ServedEmbeddingModel } from './embedding-models.ts';
import { isRefusal, type EmbeddingApi, type EmbeddingOrder, type EmbeddingRefusal } from './embedding-order.ts';
import { GEMINI_API } from './gemini-api.ts';
import { OLLAMA_API } from './ollama-api.ts';
import { OPENAI_API } from './openai-api.ts';
import { firstTokens, serviceTokensOf, wordVector } from './word-vector.ts';

export interface EmbeddingCall {
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

export interface EmbeddingReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EmbeddingRules {
  readonly apiKey: string;
  readonly models: Readonly<Record<string, ServedEmbeddingModel>>;
  readonly fault: EmbeddingFault | undefined;
  /** For the forms of Retry-After. */
  readonly retryAfterMs: number;
}

/** The vocabulary that a path belongs to. */
export function apiOf(path: string): EmbeddingApi | undefined {
  if (path === '/v2/embed') return COHERE_API;
  if (path === '/v1/embeddings') return OPENAI_API;
  if (path === '/api/embed') return OLLAMA_API;
  return path.startsWith('/v1beta/models/') ? GEMINI_API : undefined;
}

/** What the client asks for; `undefined` when it cannot be read. */
export function orderOf(api: EmbeddingApi, { path, text }: EmbeddingCall): EmbeddingOrder | undefined {
  const order = readOrder(api, path, text);
  return isRefusal(order) ? undefined : order;
}

/** The service's reply, with the fault in it as far as it shows above the socket. */
export function embeddingReply(api: EmbeddingApi, call: EmbeddingCall, rules: EmbeddingRules): EmbeddingReply {
  const faulty = replyInstead(api, rules);
  if (faulty !== undefined) return faulty;
  if (api.needsKey && api.keyOf(call.headers) !== rules.apiKey) return refused(api, api.badKey);
  const order = readOrder(api, call.path, call.text);
  if (isRefusal(order)) return refused(api, order);
  const model = rules.models[order.model];
  if (model === undefined) return refused(api, api.unknownModel(order.model));
  const refusal = refusalOf(api, order, model);
  if (refusal !== undefined) return refused(api, refusal);
  const limit = model.tokens ?? api.defaultTokens;
  const dimensions = order.dimensions ?? model.dimensions;
  const result = {
    model: order.model,
    entries: order.texts.map((text, index) => {
      const read = serviceTokensOf(text) > limit ? firstTokens(text, limit) : text;
      return { index, vector: wordVector(read, order.model, dimensions) };
    }),
    missingBytes: 0,
  };
  return json(200, api.write(spoilt(result, rules.fault), order));
}

function readOrder(api: EmbeddingApi, path: string, text: string): EmbeddingOrder | EmbeddingRefusal {
  try {
    return api.order(path, JSON.parse(text));
  } catch {
    return { status: 400, message: 'the body is not valid JSON' };
  }
}

function refusalOf(
  api: EmbeddingApi,
  { texts, dimensions, refusesLong }: EmbeddingOrder,
  model: ServedEmbeddingModel,
): EmbeddingRefusal | undefined {
  if (texts.length > api.mostTexts) {
    return { status: 400, message: `invalid request: cannot have more than ${api.mostTexts} texts; too many texts` };
  }
  const isWhole = dimensions === undefined || (dimensions === model.dimensions && api.name !== 'cohere');
  if (!isWhole && (!model.shortens || dimensions > model.dimensions)) {
    return { status: 400, message: 'this model does not support specifying dimensions' };
  }
  const limit = model.tokens ?? api.defaultTokens;
  return refusesLong && texts.some((text) => serviceTokensOf(text) > limit) ? api.tooLong(limit) : undefined;
}

/** For faults that show in status, headers or the kind of body. */
function replyInstead(api: EmbeddingApi, { fault, retryAfterMs }: EmbeddingRules): EmbeddingReply | undefined {
  const busy = (headers: Readonly<Record<string, string>>): EmbeddingReply =>
    json(429, api.writeRefusal({ status: 429, message: 'Rate limit reached for requests' }), headers);
  switch (fault) {
    case 'error-body':
      return json(
        200,
        api.writeRefusal({ status: 500, message: 'The server had an error while processing your request' }),
      );
    case 'html':
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Please sign in</body></html>',
      };
    case 'busy-seconds':
      return busy({ 'retry-after': String(Math.ceil(retryAfterMs / 1000)) });
    case 'busy-date':
      return busy({ 'retry-after': new Date(Date.now() + retryAfterMs).toUTCString() });
    case 'busy-milliseconds':
      return busy({ 'retry-after-ms': String(retryAfterMs) });
    case 'server-error':
      return json(503, api.writeRefusal({ status: 503, message: 'The engine is currently overloaded' }));
    default:
      return undefined;
  }
}

function refused(api: EmbeddingApi, refusal: EmbeddingRefusal): EmbeddingReply {
  return json(refusal.status, api.writeRefusal(refusal));
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): EmbeddingReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
