/**
 * Serves the app on a port, with limits for slow, silent and many clients:
 *
 * headers 5 s, request 15 s, both checked every second; a connection that sends nothing 10 s; keep-alive 5 s by default; header size 8 kB;
 * a request in progress may be silent for as long as an answer may take; a reply that the client does not read 20 s.
 *
 * Node's own defaults are far wider, and setting them after creation does not shorten its 30 s check.
 */
import { getRequestListener } from '@hono/node-server';
import { encodeFailure } from '@ibid/wire';
import { createServer, type Server } from 'node:http';
import { connectionCap, oneAtATime, answerUnreadableRequests } from './connections.ts';
import { type App, toResponse } from './call.ts';

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
