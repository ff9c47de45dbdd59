import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  apiOf,
  isRefusal,
  type EmbeddingApi,
  type EmbeddingOrder,
  type EmbeddingRefusal,
  type EmbeddingResult,
} from './embedding-apis.ts';
import { firstTokens, serviceTokensOf, wordVector } from './word-vector.ts';

/** What services have been seen to do, on the wire: one of each kind. */
export const EMBEDDING_FAULTS = [
  'fewer-vectors',
  'shuffled',
  'wrong-dimension',
  'not-a-number',
  'other-model',
  'html',
  'busy-seconds',
  'server-error',
  'hang',
  'cut-body',
] as const;

export type EmbeddingFault = (typeof EMBEDDING_FAULTS)[number];

/** Faults that only some APIs can express; the others number nothing, or name no model. */
export const FAULTS_OF_SOME: Readonly<Partial<Record<EmbeddingFault, readonly string[]>>> = {
  shuffled: ['openai'],
  'other-model': ['openai', 'ollama'],
};

/** A model as the service serves it. */
export interface ServedEmbeddingModel {
  readonly dimensions: number;
  /** Whether a shorter vector may be asked for. */
  readonly shortens: boolean;
  /** Tokens, as the service counts them, of the longest text; the API's usual limit unless given. */
  readonly tokens?: number;
}

/** The models of the providers that the drivers know, and a few of local servers. */
export const SERVED_EMBEDDING_MODELS: Readonly<Record<string, ServedEmbeddingModel>> = {
  'embed-english-v3.0': { dimensions: 1024, shortens: false },
  'embed-multilingual-v3.0': { dimensions: 1024, shortens: false },
  'embed-english-light-v3.0': { dimensions: 384, shortens: false },
  'embed-v4.0': { dimensions: 1536, shortens: true, tokens: 128_000 },
  'text-embedding-3-small': { dimensions: 1536, shortens: true },
  'text-embedding-3-large': { dimensions: 3072, shortens: true },
  'text-embedding-ada-002': { dimensions: 1536, shortens: false },
  'gemini-embedding-001': { dimensions: 3072, shortens: true },
  'nomic-embed-text': { dimensions: 768, shortens: false },
  'all-minilm': { dimensions: 384, shortens: false, tokens: 512 },
  'BAAI/bge-small-en-v1.5': { dimensions: 384, shortens: false, tokens: 512 },
  'house-model': { dimensions: 48, shortens: true },
};

export interface EmbeddingServiceOptions {
  /** @default 'test-key' */
  readonly apiKey?: string;
  readonly models?: Readonly<Record<string, ServedEmbeddingModel>>;
}

/** A request as it arrived. */
export interface ServedEmbedding {
  readonly api: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly model: string;
  readonly texts: readonly string[];
  readonly purpose: 'document' | 'query' | undefined;
  /** What was done to it. */
  readonly fault: EmbeddingFault | undefined;
}

export interface EmbeddingService extends AsyncDisposable {
  readonly origin: string;
  readonly apiKey: string;
  /** In order of arrival. */
  readonly requests: readonly ServedEmbedding[];
  /** How often a text was sent, in whatever request. */
  timesSent(text: string): number;
  /** From now on answers so, for so many requests; all unless given. Without a fault all is well again. */
  fail(fault?: EmbeddingFault, options?: { readonly times?: number; readonly retryAfterMs?: number }): void;
  /** Ends every socket. */
  close(): Promise<void>;
}

/**
 * Embedding APIs of Cohere, OpenAI, Gemini and Ollama on a loopback port, as strict as the real ones and with their faults. Vectors come
 * from words, so that what is alike in words is near.
 */
export async function openEmbeddingService(options: EmbeddingServiceOptions = {}): Promise<EmbeddingService> {
  const { apiKey = 'test-key', models = SERVED_EMBEDDING_MODELS } = options;
  const requests: ServedEmbedding[] = [];
  let failing: { readonly fault: EmbeddingFault; readonly retryAfterMs: number; left: number } | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = decodeURIComponent(request.url ?? '/');
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const api = request.method === 'POST' ? apiOf(path) : undefined;
    if (api === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    const fault = failing !== undefined && failing.left-- > 0 ? failing.fault : undefined;
    const retryAfterMs = failing?.retryAfterMs ?? 0;
    const read = readOrder(api, path, text);
    const order = isRefusal(read) ? undefined : read;
    requests.push({
      api: api.name,
      path,
      headers,
      body: parsed(text),
      model: order?.model ?? '',
      texts: order?.texts ?? [],
      purpose: order?.purpose,
      fault,
    });
    send(response, embeddingReply(api, { path, headers, text }, { apiKey, models, fault, retryAfterMs }), fault);
  }

  const server = createServer((request, response) => {
    // A client that went away while it was heard.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    requests,
    timesSent: (text) => requests.reduce((sum, { texts }) => sum + texts.filter((sent) => sent === text).length, 0),
    fail(fault, { times = Number.POSITIVE_INFINITY, retryAfterMs = 1_000 } = {}) {
      failing = fault === undefined ? undefined : { fault, retryAfterMs, left: times };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(response: ServerResponse, reply: EmbeddingReply, fault: EmbeddingFault | undefined): void {
  const { status, headers, body } = reply;
  const bytes = Buffer.from(body);
  if (fault === 'hang') return;
  if (fault === 'cut-body') {
    response.writeHead(status, { ...headers, 'content-length': bytes.length });
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface EmbeddingCall {
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

interface EmbeddingReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface EmbeddingRules {
  readonly apiKey: string;
  readonly models: Readonly<Record<string, ServedEmbeddingModel>>;
  readonly fault: EmbeddingFault | undefined;
  /** For the forms of Retry-After. */
  readonly retryAfterMs: number;
}

/** The service's reply, with the fault in it as far as it shows above the socket. */
function embeddingReply(api: EmbeddingApi, call: EmbeddingCall, rules: EmbeddingRules): EmbeddingReply {
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
    case 'html':
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Please sign in</body></html>',
      };
    case 'busy-seconds':
      return busy({ 'retry-after': String(Math.ceil(retryAfterMs / 1000)) });
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

/** The result with the fault in it; as it is for faults of status, body or socket. */
function spoilt(result: EmbeddingResult, fault: EmbeddingFault | undefined): EmbeddingResult {
  const { entries } = result;
  const last = entries.at(-1);
  if (last === undefined) return result;
  const others = entries.slice(0, -1);
  const withLast = (vector: readonly (number | null)[]): EmbeddingResult => ({
    ...result,
    entries: [...others, { ...last, vector }],
  });
  switch (fault) {
    case 'fewer-vectors':
      return { ...result, entries: others };
    case 'shuffled':
      return { ...result, entries: entries.toReversed() };
    case 'wrong-dimension':
      return withLast([...last.vector, 0.5]);
    case 'not-a-number':
      return withLast([null, ...last.vector.slice(1)]);
    case 'other-model':
      return { ...result, model: 'somebody-elses-model' };
    default:
      return result;
  }
}
