import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to what a client sends: it goes on, it goes on and then the connection is cut, it is cut before, or nothing ever comes back. */
export type Fate = 'pass' | 'cut after' | 'cut' | 'silence';

export interface FaultyWire {
  /** As that of the server, through here. */
  readonly url: string;
  /** All that clients sent, as Latin-1, one entry for each connection in the order in which they came. */
  readonly sent: readonly string[];
  /** Decides from now on, by what comes in one piece, and over which connection, counted from 0. */
  fate: (bytes: string, connection: number) => Fate;
  /** Cuts all connections there are. */
  cutAll(): void;
  close(): Promise<void>;
}

/** A network between driver and server that fails where a test wants it to. */
export async function faultyWire(url: string): Promise<FaultyWire> {
  const { hostname, port } = new URL(url);
  const sent: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) keep(socket);
    const number = sent.push('') - 1;
    let isSilent = false;
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      sent[number] += text;
      const fate = wire.fate(text, number);
      isSilent ||= fate === 'silence';
      if (fate === 'pass' || fate === 'cut after') upstream.write(bytes);
      if (fate === 'cut') client.destroy();
      // What the server answers to it gets no further.
      if (fate === 'cut after') upstream.once('data', () => client.destroy());
      if (fate === 'cut after') isSilent = true;
    });
    upstream.on('data', (bytes) => {
      if (!isSilent) client.write(bytes);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  own.hostname = '127.0.0.1';
  const wire: FaultyWire = {
    url: own.href,
    sent,
    fate: () => 'pass',
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      server.close();
      wire.cutAll();
      await once(server, 'close');
    },
  };
  return wire;
}
