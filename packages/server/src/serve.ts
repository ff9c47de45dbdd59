/**
 * Serves the app on a port, with limits for slow, silent and many clients:
 *
 * headers 5 s, request 15 s, both checked every second; a connection that sends nothing 10 s; keep-alive 5 s by default; header size 8 kB;
 * a request in progress may be silent for as long as an answer may take; a reply that the client does not read 20 s.
 *
 * Node's own defaults are far wider, and setting them after creation does not shorten its 30 s check.
 */
import { encodeFailure } from '@ibid/wire';
import { getRequestListener } from '@hono/node-server';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressKey } from './limits.ts';
import { type App, toResponse } from './call.ts';

/** Closes a new connection if its address already has `limit` open; 0 = no limit. IPv6 addresses count by /64. */
export function connectionCap(server: Server, limit: number): void {
  if (limit === 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const count = (open.get(key) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}

/** Maximum number of pipelined requests waiting on one connection. Browsers and proxies send none. */
const MOST_WAITING = 16;

type Waiting = readonly [IncomingMessage, ServerResponse];

/**
 * Handles the requests of one connection in sequence: the next starts when the previous reply has been sent, so that a client that sends
 * requests without reading replies costs the memory of only one reply. Closes a connection with too many waiting requests, or one that
 * reads nothing of a finished reply for `unreadMs`.
 */
export function oneAtATime(listener: RequestListener, unreadMs: number): RequestListener {
  const waiting = new WeakMap<Socket, Waiting[]>();

  const answer = ([request, response]: Waiting): void => {
    const { socket } = request;
    response.once('prefinish', () => socket.setTimeout(unreadMs));
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else if (!socket.destroyed) answer(next);
    });
    listener(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      answer([request, response]);
    } else if (line.length < MOST_WAITING) line.push([request, response]);
    else socket.destroy();
  };
}

const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const TELLS: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are too large.',
};

/** Requests that are not valid HTTP, too slow or too large never reach the app. They get the same failure body as other errors. */
export function answerUnreadableRequests(server: Server, onUnreadable?: (status: number) => void): void {
  // Node answers other values than `100-continue` with an empty 417. They change nothing here.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // If the client has gone or a reply is in progress, another reply is useless.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ''] ?? 400;
    onUnreadable?.(status);
    const failure = encodeFailure({ code: 'INVALID_REQUEST', message: TELLS[status]! }, { requestId: '' });
    const body = JSON.stringify(failure.body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

function isAnswering(socket: Duplex): boolean {
  // Node has no public API for this. Without the check, a complete reply could follow half of another one.
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}

const LIMITS = {
  checkMs: 1_000,
  headersMs: 5_000,
  requestMs: 15_000,
  /** Timeout of a connection that sends nothing. */
  silentMs: 10_000,
  /** Timeout of silence during a request. */
  busyMs: 120_000,
  /** Timeout of a finished reply that the client does not read. */
  unreadMs: 20_000,
  keepAliveMs: 5_000,
  headerBytes: 8_192,
};

export interface ServeOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** Default `127.0.0.1`: reachable only from this machine. */
  readonly host?: string;
  /** Maximum connections per address (IPv6: per /64). Default 50; 0 = no limit, for servers behind a proxy that has one. */
  readonly connectionsPerAddress?: number | undefined;
  readonly limits?: Partial<typeof LIMITS>;
  /** Called for each request that is not valid HTTP or has an invalid address, and so does not reach the app. */
  readonly onUnreadable?: (status: number) => void;
}

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** Makes every further reply close its connection, so that clients with keep-alive send their next request elsewhere. */
  drain(): void;
  /** Stops accepting connections and resolves when all have ended. `endNow` closes the remaining ones. */
  close(): Promise<void>;
  endNow(): void;
}

/** Resolves when the port is open; rejects with the system's error if it is in use. */
export async function serve(app: App, options: ServeOptions): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const limits = { ...LIMITS, ...options.limits };
  const listener = getRequestListener(app.fetch, {
    hostname: urlHost(host),
    // The app handles its own errors, so this one is an address that is no URL.
    errorHandler: () => {
      options.onUnreadable?.(400);
      return toResponse(encodeFailure({ code: 'INVALID_REQUEST', message: '' }, { requestId: '' }));
    },
  });
  const server = createServer(
    {
      connectionsCheckingInterval: limits.checkMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
      // The app refuses such requests with a failure body.
      requireHostHeader: false,
    },
    oneAtATime(listener, limits.unreadMs),
  );
  server.on('connection', (socket) => socket.setTimeout(limits.silentMs));
  server.on('request', (request) => request.socket.setTimeout(limits.busyMs));
  let isDraining = false;
  server.prependListener('request', (_, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
  });
  answerUnreadableRequests(server, options.onUnreadable);
  connectionCap(server, options.connectionsPerAddress ?? 50);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://${urlHost(host)}:${port}`,
    drain: () => void (isDraining = true),
    close: () => {
      isDraining = true;
      return closeGently(server);
    },
    endNow: () => server.closeAllConnections(),
  };
}

async function closeGently(server: Server): Promise<void> {
  // Otherwise a connection whose stream has just ended would stay open for its keep-alive time.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  try {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  } finally {
    clearInterval(sweep);
  }
}

/** Returns a host that a browser can open: wildcard addresses become `localhost`. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
