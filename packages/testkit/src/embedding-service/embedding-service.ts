import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onLoopback } from '../loopback.ts';
import { apiOf, type EmbeddingApi, type EmbeddingEntry, type EmbeddingOrder } from './embedding-apis.ts';
import { firstTokens, serviceTokensOf, wordVector } from './word-vector.ts';

/** Faults seen with real services, one of each kind. */
export type EmbeddingFault =
  | 'fewer-vectors'
  | 'shuffled'
  | 'wrong-dimension'
  | 'not-a-number'
  | 'other-model'
  | 'html'
  | 'busy-seconds'
  | 'server-error'
  | 'hang'
  | 'cut-body';

/** Faults that only some APIs can express; the replies of the others have no indices or no model name. */
export const FAULTS_OF_SOME: Readonly<Partial<Record<EmbeddingFault, readonly string[]>>> = {
  shuffled: ['openai'],
  'other-model': ['openai', 'ollama'],
};

/** A model of the service. */
interface ServedModel {
  readonly dimensions: number;
  /** True if clients may ask for a shorter vector. */
  readonly shortens: boolean;
}

/** The models of the providers that the drivers support, and a few of local servers. */
const MODELS: Readonly<Record<string, ServedModel>> = {
  'embed-english-v3.0': { dimensions: 1024, shortens: false },
  'text-embedding-3-small': { dimensions: 1536, shortens: true },
  'gemini-embedding-001': { dimensions: 3072, shortens: true },
  'nomic-embed-text': { dimensions: 768, shortens: false },
  'BAAI/bge-small-en-v1.5': { dimensions: 384, shortens: false },
  'house-model': { dimensions: 48, shortens: true },
};

export interface EmbeddingServiceOptions {
  /** Key that clients must send. @default 'test-key' */
  readonly apiKey?: string;
}

/** A request as received. */
export interface ServedEmbedding {
  readonly api: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly texts: readonly string[];
  readonly purpose: 'document' | 'query' | undefined;
  /** Fault applied to it. */
  readonly fault: EmbeddingFault | undefined;
}

export interface EmbeddingService extends AsyncDisposable {
  readonly origin: string;
  readonly apiKey: string;
  /** In order of arrival. */
  readonly requests: readonly ServedEmbedding[];
  /** Uses the fault for the next `times` requests (default: all). Without a fault, the service works again. */
  fail(fault?: EmbeddingFault, options?: { readonly times?: number; readonly retryAfterMs?: number }): void;
  /** Closes all sockets. */
  close(): Promise<void>;
}

/**
 * Embedding APIs of Cohere, OpenAI, Gemini and Ollama on a loopback port, with their refusals and faults. Vectors are made from
 * words, so that texts with common words are near each other.
 */
export async function openEmbeddingService(options: EmbeddingServiceOptions = {}): Promise<EmbeddingService> {
  const { apiKey = 'test-key' } = options;
  const requests: ServedEmbedding[] = [];
  let failing: { readonly fault: EmbeddingFault; readonly retryAfterMs: number; left: number } | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parsed(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'));
    const path = decodeURIComponent(request.url ?? '/');
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const api = request.method === 'POST' ? apiOf(path) : undefined;
    if (api === undefined) return void response.writeHead(404).end('404 page not found');
    const { fault, retryAfterMs = 0 } = failing !== undefined && failing.left-- > 0 ? failing : {};
    const order = api.order(body, path);
    const { texts = [], purpose } = order ?? {};
    requests.push({ api: api.name, path, headers, body, texts, purpose, fault });
    if (fault === 'hang') return;
    if (fault === 'html')
      return send(response, 200, '<html><body>Please sign in</body></html>', { 'content-type': 'text/html' });
    const refuse = (status: number, message: string, more: Readonly<Record<string, string>> = {}): void =>
      send(response, status, JSON.stringify({ error: { message } }), more);
    if (fault === 'busy-seconds') {
      return refuse(429, 'Rate limit reached for requests', { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) });
    }
    if (fault === 'server-error') return refuse(503, 'The engine is currently overloaded');
    const key = headers.get('x-goog-api-key') ?? headers.get('authorization')?.replace('Bearer ', '');
    if (api.needsKey && key !== apiKey) return refuse(401, 'API key not valid.');
    if (order === undefined) return refuse(400, 'invalid request');
    const model = MODELS[order.model];
    if (model === undefined) return refuse(404, `The model \`${order.model}\` does not exist.`);
    const refusal = refusalOf(api, order, model);
    if (refusal !== undefined) return refuse(400, refusal);
    const entries = spoilt(vectorsOf(order, model, api.tokens), fault);
    const named = fault === 'other-model' ? 'somebody-elses-model' : order.model;
    send(response, 200, JSON.stringify(api.write(entries, { ...order, model: named })), {}, fault === 'cut-body');
  }

  const server = createServer((request, response) => {
    // The client left while its request was being read.
    answer(request, response).catch(() => response.destroy());
  });
  const loopback = await onLoopback(server);
  const close = (): Promise<void> => loopback.close(() => server.closeAllConnections());
  return {
    origin: loopback.origin,
    apiKey,
    requests,
    fail(fault, { times = Number.POSITIVE_INFINITY, retryAfterMs = 1_000 } = {}) {
      failing = fault === undefined ? undefined : { fault, retryAfterMs, left: times };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
  isCut = false,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': bytes.length });
  if (isCut) response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  else response.end(bytes);
}

/** Fields of a body; empty unless the body is a JSON object. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

function refusalOf(
  { name, mostTexts, tokens }: EmbeddingApi,
  { texts, dimensions, cutsLong = false }: EmbeddingOrder,
  model: ServedModel,
): string | undefined {
  if (texts.length > mostTexts) return `cannot have more than ${mostTexts} texts; too many texts`;
  const isWhole = dimensions === undefined || (dimensions === model.dimensions && name !== 'cohere');
  if (!isWhole && (!model.shortens || dimensions > model.dimensions))
    return 'this model does not support specifying dimensions';
  const isLong = !cutsLong && texts.some((text) => serviceTokensOf(text) > tokens);
  return isLong ? `maximum input length is ${tokens} tokens` : undefined;
}

function vectorsOf(order: EmbeddingOrder, model: ServedModel, limit: number): readonly EmbeddingEntry[] {
  return order.texts.map((text, index) => {
    const read = serviceTokensOf(text) > limit ? firstTokens(text, limit) : text;
    return { index, vector: wordVector(read, order.model, order.dimensions ?? model.dimensions) };
  });
}

/** Adds a fault to the vectors; faults of status, body or socket leave them unchanged. */
function spoilt(entries: readonly EmbeddingEntry[], fault: EmbeddingFault | undefined): readonly EmbeddingEntry[] {
  const last = entries.at(-1)!;
  switch (fault) {
    case 'fewer-vectors':
      return entries.slice(0, -1);
    case 'shuffled':
      return entries.toReversed();
    case 'wrong-dimension':
      return [...entries.slice(0, -1), { ...last, vector: [...last.vector, 0.5] }];
    case 'not-a-number':
      return [...entries.slice(0, -1), { ...last, vector: [null, ...last.vector.slice(1)] }];
    default:
      return entries;
  }
}
