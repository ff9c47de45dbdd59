import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port before another one that can be shut: connections end at once, and nobody is let in. */
export interface Gate extends AsyncDisposable {
  readonly port: number;
  shut(): void;
  /** Lets connections stand and bytes wait. */
  freeze(): void;
  open(): void;
}

export async function openGate(target: { readonly host: string; readonly port: number }): Promise<Gate> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'shut' | 'frozen' = 'open';
  const apply = (): void => {
    for (const socket of sockets) {
      if (state === 'shut') socket.destroy();
      else if (state === 'frozen') socket.pause();
      else socket.resume();
    }
  };
  const server = createServer((inner) => {
    if (state === 'shut') return void inner.destroy();
    const outer = connect(target);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => undefined);
      if (state === 'frozen') from.pause();
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const set = (to: typeof state) => (): void => {
    state = to;
    apply();
  };
  return {
    port: (server.address() as AddressInfo).port,
    shut: set('shut'),
    freeze: set('frozen'),
    open: set('open'),
    async [Symbol.asyncDispose]() {
      set('shut')();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
