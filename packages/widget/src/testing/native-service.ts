/**
 * A server on a loopback port that speaks the native API over real sockets: `POST /api/ask/stream`, `POST /api/feedback`, `GET
 * /api/search`, open to any origin. A script decides the answers and what goes wrong. It can also serve pages.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { AskRequest } from '@ibid/client';
import { playScript } from './play-script.ts';
import { replyScript } from './reply-script.ts';
import { sampleReplies } from './replies.ts';
import type { ServiceScript } from './service-step.ts';

export interface ServedFile {
  /** Content type. */
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AskedOfService {
  readonly body: AskRequest;
  readonly headers: IncomingHttpHeaders;
  /** Settles when the connection of this reply is finished; `early` if the client left first. */
  readonly closed: Promise<'complete' | 'early'>;
}

export interface FeedbackToService {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface NativeServiceOptions {
  /** Script for the answers. @default a whole answered reply */
  readonly answer?: ServiceScript | ((request: AskRequest) => ServiceScript);
  /** Pages by path, such as `/docs/a`. Pages may be added while it runs. */
  readonly files?: ReadonlyMap<string, ServedFile>;
}

export interface NativeService extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a trailing slash. */
  readonly url: string;
  /** Questions in order of arrival. */
  readonly asked: readonly AskedOfService[];
  readonly feedback: readonly FeedbackToService[];
  /** Queries of searches in order of arrival. */
  readonly searched: readonly URLSearchParams[];
  /** Method and path of all requests, such as `GET /docs/a`. */
  readonly requests: readonly string[];
  /** Uses another script for later answers. */
  answerWith(script: ServiceScript | ((request: AskRequest) => ServiceScript)): void;
  /** Sets the status for later feedback. @default 204 */
  answerFeedbackWith(status: number): void;
  /** Sets the results of later searches; a number is a status that refuses them. @default no pages */
  answerSearchWith(find: (query: URLSearchParams) => object | number | Promise<object>): void;
  /** Continues one `hold` step: the one waiting longest, else the next one. */
  release(): void;
  /** Number of replies in progress. */
  openReplies(): number;
  /** Closes all connections. */
  close(): Promise<void>;
}

function findNothing(): object {
  return { pages: [], corrected: [] };
}

export async function openNativeService(options: NativeServiceOptions = {}): Promise<NativeService> {
  const asked: AskedOfService[] = [];
  const feedback: FeedbackToService[] = [];
  const requests: string[] = [];
  const searched: URLSearchParams[] = [];
  let find: Parameters<NativeService['answerSearchWith']>[0] = findNothing;
  const sockets = new Set<Socket>();
  const gate = createGate();
  let answer = options.answer;
  let feedbackStatus = 204;
  let openReplies = 0;
  let url = '';

  const server = createServer((request, response) => {
    route(request, response).catch(() => response.destroy());
  });
  // If an idle connection closed just when a test reuses it, that would look like an error of the reply.
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', url);
    requests.push(`${request.method} ${path}`);
    response.on('error', () => undefined);
    if (path.startsWith('/api/')) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-Ibid-Site-Key');
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    }
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (request.method === 'POST' && path === '/api/ask/stream') await ask(request, response);
    else if (request.method === 'POST' && path === '/api/feedback') {
      feedback.push({ body: JSON.parse(await bodyOf(request)), headers: request.headers });
      response.writeHead(feedbackStatus).end();
    } else if (request.method === 'GET' && path === '/api/search') {
      searched.push(searchParams);
      const found = await find(searchParams);
      if (typeof found === 'number') response.writeHead(found).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
    } else page(path, response);
  }

  async function ask(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as AskRequest;
    const gone = new AbortController();
    const closed = new Promise<'complete' | 'early'>((resolve) => {
      response.on('close', () => {
        openReplies -= 1;
        gone.abort();
        resolve(response.writableFinished ? 'complete' : 'early');
      });
    });
    openReplies += 1;
    asked.push({ body, headers: request.headers, closed });
    const script = typeof answer === 'function' ? answer(body) : (answer ?? replyScript(sampleReplies(url).answered));
    await playScript(script, response, { hold: gate.pass, gone: gone.signal });
  }

  function page(path: string, response: ServerResponse): void {
    const found = options.files?.get(path);
    if (found === undefined) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing here');
    else response.writeHead(200, { 'Content-Type': found.type, ...found.headers }).end(found.body);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url,
    asked,
    feedback,
    requests,
    searched,
    answerSearchWith(next) {
      find = next;
    },
    answerWith(next) {
      answer = next;
    },
    answerFeedbackWith(status) {
      feedbackStatus = status;
    },
    release: gate.release,
    openReplies: () => openReplies,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createGate(): { readonly pass: (gone: AbortSignal) => Promise<void>; readonly release: () => void } {
  const waiting: (() => void)[] = [];
  let permits = 0;
  return {
    pass(gone) {
      if (permits > 0) {
        permits -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        waiting.push(resolve);
        gone.addEventListener('abort', () => {
          const at = waiting.indexOf(resolve);
          if (at !== -1) waiting.splice(at, 1);
          resolve();
        });
      });
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) permits += 1;
      else next();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
