import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a driver and its server, and cuts the connection of the next statement that is named. */
export interface CuttingProxy {
  /** To be used instead of the server's. */
  readonly url: string;
  /**
   * `answer`: the server gets the statement, and the client nothing. `statement`: neither does, until `deliver`. Resolves when the
   * client was cut off.
   */
  cut(statement: string, what: 'answer' | 'statement'): Promise<void>;
  /** Lets the server have the statement that was kept, and resolves when it has answered. */
  deliver(): Promise<void>;
  /** Cuts off every connection, and every new one, until it is called with `false`. */
  block(isBlocked: boolean): void;
  close(): Promise<void>;
}

interface Plan {
  readonly statement: string;
  readonly what: 'answer' | 'statement';
  done(): void;
}

export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let plan: Plan | undefined;
  let kept: (() => Promise<void>) | undefined;
  let isBlocked = false;

  const server = createServer((client) => {
    if (isBlocked) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A reset is what this is about.
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    let caught: Plan | undefined;
    const held: Buffer[] = [];
    client.on('data', (data) => {
      if (plan !== undefined && data.includes(plan.statement)) [caught, plan] = [plan, undefined];
      if (caught?.what === 'statement') {
        held.push(data);
        // Behind the last message of the statement, a Sync.
        if (data.subarray(-5).toString('latin1') !== 'S\0\0\0\u0004') return;
        kept = async () => {
          upstream.write(Buffer.concat(held));
          await once(upstream, 'data');
        };
        client.destroy();
        caught.done();
      } else upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (caught === undefined) client.write(data);
      else if (caught.what === 'answer') {
        client.destroy();
        upstream.destroy();
        caught.done();
      }
    });
    client.on('close', () => {
      if (caught?.what !== 'statement') upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);

  return {
    url: own.href,
    cut: (statement, what) =>
      new Promise((done) => {
        plan = { statement, what, done };
      }),
    async deliver() {
      await kept?.();
    },
    block(next) {
      isBlocked = next;
      if (next) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
