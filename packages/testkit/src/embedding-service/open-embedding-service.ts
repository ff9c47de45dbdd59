import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EmbeddingFault } from './embedding-faults.ts';
import { SERVED_EMBEDDING_MODELS, type ServedEmbeddingModel } from './embedding-models.ts';
import { apiOf, embeddingReply, orderOf, type EmbeddingReply } from './embedding-reply.ts';

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
    const order = orderOf(api, { path, headers, text });
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
  const length = fault === 'wrong-length' ? bytes.length - 9 : bytes.length;
  response.writeHead(status, { ...headers, 'content-length': length }).end(bytes);
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
