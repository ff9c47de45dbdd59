import type { RequestListener, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
