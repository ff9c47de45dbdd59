import { connect, createServer, type Socket } from 'node:net';
import { onLoopback } from '@ibid/testkit';

/** A loopback port that forwards to another one, like a proxy or a DNS name after a failover. */
export interface SwitchedAddress extends AsyncDisposable {
  readonly port: number;
  /** Forwards new connections to this port, and closes the existing ones. */
  lead(port: number): void;
  /** Closes all connections and refuses new ones. */
  shut(): void;
  /** Keeps connections open but forwards no bytes. */
  freeze(): void;
  /** Forwards everything again. */
  open(): void;
}

export async function openSwitchedAddress(first: {
  readonly host: string;
  readonly port: number;
}): Promise<SwitchedAddress> {
  const sockets = new Set<Socket>();
  let target = first;
  let state: 'open' | 'shut' | 'frozen' = 'open';
  const server = createServer((client) => {
    if (state === 'shut') return void client.destroy();
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (state === 'frozen') from.pause();
    }
  });
  const loopback = await onLoopback(server);
  const set = (next: typeof state): void => {
    state = next;
    for (const socket of sockets) {
      if (state === 'shut') socket.destroy();
      else if (state === 'frozen') socket.pause();
      else socket.resume();
    }
  };
  return {
    port: loopback.port,
    lead(port) {
      target = { ...target, port };
      for (const socket of sockets) socket.destroy();
    },
    shut: () => set('shut'),
    freeze: () => set('frozen'),
    open: () => set('open'),
    [Symbol.asyncDispose]: () => loopback.close(() => set('shut')),
  };
}
