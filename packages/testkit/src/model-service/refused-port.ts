import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onLoopback } from '../loopback.ts';

export interface RefusedPort extends AsyncDisposable {
  /** Address with the path of a model service: `http://127.0.0.1:…/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A loopback port that refuses every connection while it is open: one end of a connection occupies it, so that no other process can listen on it. */
export async function openRefusedPort(): Promise<RefusedPort> {
  const held: Socket[] = [];
  const server = createServer((socket) => {
    held.push(socket.unref());
  });
  const loopback = await onLoopback(server);
  server.unref();
  const holder = connect(loopback.port, '127.0.0.1').unref();
  await once(holder, 'connect');
  const close = (): Promise<void> =>
    loopback.close(() => {
      for (const socket of [holder, ...held]) socket.destroy();
    });
  return { url: `http://127.0.0.1:${holder.localPort}/v1`, close, [Symbol.asyncDispose]: close };
}
