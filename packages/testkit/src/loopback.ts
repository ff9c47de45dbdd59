import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export interface Loopback {
  readonly port: number;
  /** `http://…` with the port. */
  readonly origin: string;
  /** Stops the server, whose connections must end by themselves or be ended by `end`. */
  close(end?: () => void): Promise<void>;
}

/** Lets the server listen on a free port of this machine. */
export async function onLoopback(server: Server, host = '127.0.0.1'): Promise<Loopback> {
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close(end) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      end?.();
      await closed;
    },
  };
}
