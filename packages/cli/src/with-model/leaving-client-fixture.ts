import { connect, type Socket } from 'node:net';

/** One question over a socket of its own, by a client that may go at any time. */
export interface LeavingClient {
  /** Resolves when all of the reply so far fits, or when nothing more comes. */
  seen(pattern: RegExp): Promise<void>;
  readonly received: () => string;
  /** Closes the socket at once, and says when. */
  leave(): number;
}

export function leavingClient(url: string, path: string, body: object): LeavingClient {
  const { hostname, port, host } = new URL(url);
  const text = JSON.stringify(body);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const tell = (): void => waiting.forEach((check) => check());
  socket.on('data', (data: Buffer) => {
    received += data.toString();
    tell();
  });
  // A server that is cut off in the middle answers as it likes.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOver = true;
    tell();
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return {
    received: () => received,
    seen: (pattern) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!isOver && !pattern.test(received)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    leave() {
      socket.destroy();
      return performance.now();
    },
  };
}
