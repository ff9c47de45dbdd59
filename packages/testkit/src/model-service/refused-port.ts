import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const holder = connect((server.address() as AddressInfo).port, '127.0.0.1').unref();
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject);
    holder.once('connect', resolve);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of [holder, ...held]) socket.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${holder.localPort}/v1`, close, [Symbol.asyncDispose]: close };
}
