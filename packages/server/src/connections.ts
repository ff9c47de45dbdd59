/** Client addresses, connection limits, and requests that are pipelined or malformed. */
import { encodeFailure } from '@ibid/wire';
import { expandIPv6 } from 'hono/utils/ipaddr';
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Returns the client's address: that of the socket or, behind `proxies` proxies, the one that the outermost proxy saw. Clients can send any
 * `X-Forwarded-For`, so only the entries appended by trusted proxies count, and only if they are addresses.
 */
export function clientAddress(
  request: { readonly socketAddress: string; readonly forwardedFor: string | undefined },
  proxies: number,
): string {
  const hops = (request.forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const forwarded = proxies > 0 ? bareAddress(hops.at(-proxies) ?? hops[0] ?? '') : '';
  return clientKey(forwarded === '' ? request.socketAddress : forwarded);
}

/** Removes quotes, brackets and the port, which some proxies add and which changes per connection. Returns `''` if the rest is not an address. */
function bareAddress(hop: string): string {
  const text = hop.replace(/^"|"$/gu, '');
  const address = /^\[(.*)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(address.split('%')[0]!) === 0 ? '' : address;
}

/** Returns true if the address is a loopback address. */
export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/iu.test(address);
}

/** Closes a new connection if its address already has `limit` open; 0 = no limit. IPv6 addresses count by /64. */
export function connectionCap(server: Server, limit: number): void {
  if (limit === 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const key = clientKey(socket.remoteAddress ?? '');
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

/** Returns one key for all addresses that a client can choose from freely. */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const groups = expandIPv6(address.split('%')[0]!).split(':').slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
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
