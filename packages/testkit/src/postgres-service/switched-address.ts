import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One port of the loopback interface that leads to another one, as a proxy or a name does that follows a failover. */
export interface SwitchedAddress {
  readonly port: number;
  /**
   * New connections lead there from now on, or are refused. Those that stand are cut off, or `silent`: nothing comes or goes over them any
   * more and nobody hangs up, as when a machine has lost its power.
   */
  lead(to: number | undefined, old: 'cut' | 'silent' | 'kept'): void;
  close(): Promise<void>;
}

export async function openSwitchedAddress(first: number | undefined): Promise<SwitchedAddress> {
  const sockets = new Set<Socket>();
  let target = first;
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        // One that fell silent does not show that its other end has gone.
        if (sockets.delete(from)) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const silent = new Set<Socket>();
  return {
    port: (server.address() as AddressInfo).port,
    lead(to, old) {
      target = to;
      if (old === 'kept') return;
      for (const socket of sockets) {
        if (old === 'cut') socket.destroy();
        else {
          sockets.delete(socket);
          silent.add(socket.pause().removeAllListeners('data'));
        }
      }
    },
    async close() {
      for (const socket of [...sockets, ...silent]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
