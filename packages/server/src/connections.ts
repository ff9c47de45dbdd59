/** Clients and their connections: who they are, how many they open, and what they send ahead or in pieces. */
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Returns the address of the client: the socket's or, behind `proxies` proxies, the address that the outermost of them saw. A client can
 * put anything into `X-Forwarded-For`; only what trusted proxies added at its end counts, and only when it is an address.
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

/** Without quotes, brackets and port, which some proxies add and which change with every connection; `''` for what is none. */
function bareAddress(hop: string): string {
  const text = hop.replace(/^"|"$/gu, '');
  const address = /^\[(.*)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(address.split('%')[0]!) === 0 ? '' : address;
}

/** True if an address is a loopback address. */
export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/iu.test(address);
}

/** Closes a new connection when its address already has `limit` of them; 0 = no cap. IPv6 addresses count by /64. */
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

/** One key for all addresses that one client can take freely. */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** Requests that may wait on one connection behind the one that is being answered. Browsers and proxies send none ahead. */
const MOST_WAITING = 16;

type Waiting = readonly [IncomingMessage, ServerResponse];

/**
 * Answers the requests of one connection one after the other: the next is begun when the reply before it has gone out, so that a
 * client which sends requests and reads no replies costs one reply of memory. A connection with more requests waiting is closed, and so is
 * one that takes nothing of a finished reply for `unreadMs`.
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

/** Requests that are no HTTP, too slow or too large never reach the app; they get the body of every other failure. */
export function answerUnreadableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A client that has gone, or a reply that is under way, has no use for another one.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ''] ?? 400;
    const code = 'INVALID_REQUEST';
    const body = JSON.stringify({
      error: STATUS_CODES[status],
      code,
      message: TELLS[status],
      details: {},
      request_id: '',
    });
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
  // Node offers no other way to know; without it half a reply could be followed by a whole one.
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}
