/**
 * The app on a port, with limits for slow, silent and many clients.
 *
 *   headers 5 s, request 15 s, both checked every second; a connection that never speaks 10 s; keep-alive 5 s unless given;
 *   header size 8 kB; a request under way may be silent for as long as an answer may take; a reply of which nothing is read 20 s.
 *
 * Node's own defaults are far wider, and setting them after creation does not shorten its 30 s check.
 */
import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import { connectionCap, oneAtATime, answerUnreadableRequests } from './connections.ts';
import type { App } from './call.ts';

const LIMITS = {
  checkMs: 1_000,
  headersMs: 5_000,
  requestMs: 15_000,
  /** A connection that never speaks. */
  silentMs: 10_000,
  /** A request under way. */
  busyMs: 120_000,
  /** A finished reply of which the client reads nothing. */
  unreadMs: 20_000,
  keepAliveMs: 5_000,
  headerBytes: 8_192,
};

export interface ServeOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** `127.0.0.1` unless given: only this machine. */
  readonly host?: string;
  /** Connections at once from one address, IPv6 by /64; 50 unless given, 0 = no cap (behind a proxy that caps). */
  readonly connectionsPerAddress?: number | undefined;
  readonly limits?: Partial<typeof LIMITS>;
}

export interface RunningServer {
  /** Without trailing slash. */
  readonly url: string;
  /** From now on every reply tells its connection to close, so that clients that keep one go elsewhere with their next request. */
  drain(): void;
  /** Takes no more connections and resolves when all are gone; `endNow` closes those that are left. */
  close(): Promise<void>;
  endNow(): void;
}

/** Resolves when the port is open; rejects with the system's error when it is taken. */
export async function serve(app: App, options: ServeOptions): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const limits = { ...LIMITS, ...options.limits };
  const listener = getRequestListener(app.fetch, { hostname: host });
  const server = createServer(
    {
      connectionsCheckingInterval: limits.checkMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
    },
    oneAtATime(listener, limits.unreadMs),
  );
  server.on('connection', (socket) => socket.setTimeout(limits.silentMs));
  server.on('request', (request) => request.socket.setTimeout(limits.busyMs));
  let isDraining = false;
  server.prependListener('request', (_, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
  });
  answerUnreadableRequests(server);
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
  // A connection whose stream has just ended would otherwise stay for its keep-alive time.
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

/** An address that a browser can open: the wildcard addresses mean "here". */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
