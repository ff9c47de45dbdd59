import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** Replicas that get requests at this moment. */
  ready(): readonly string[];
  add(url: string): void;
  /** How many requests each replica answered, by URL. */
  readonly answered: ReadonlyMap<string, number>;
}

const PROBE_MS = 50;

/**
 * The least that anyone puts in front of replicas: in turn to those whose `/ready` says 200, asked every 50 ms; a request that could not be
 * handed over because nobody listens goes to the next. A reply that has begun is never repeated.
 */
export async function openBalancer(): Promise<Balancer> {
  const replicas = new Map<string, { isReady: boolean }>();
  const answered = new Map<string, number>();
  let turn = 0;
  const probe = async (): Promise<void> => {
    await Promise.all(
      [...replicas].map(async ([url, replica]) => {
        const signal = AbortSignal.timeout(1_000);
        replica.isReady = await fetch(`${url}/ready`, { signal }).then(
          async (response) => (await response.arrayBuffer(), response.ok),
          () => false,
        );
      }),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    timer = setTimeout(() => void probe().finally(() => timer && again()), PROBE_MS);
  };
  again();
  const ready = (): string[] => [...replicas].filter(([, { isReady }]) => isReady).map(([url]) => url);

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const candidates = ready();
    const first = turn++;
    for (let i = 0; i < candidates.length; i++) {
      const upstream = candidates[(first + i) % candidates.length]!;
      if (await handOver(upstream, incoming, Buffer.concat(parts), outgoing)) {
        answered.set(upstream, (answered.get(upstream) ?? 0) + 1);
        return;
      }
    }
    outgoing.writeHead(502).end('no replica');
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    add: (url) => void replicas.set(url, { isReady: false }),
    answered,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      timer = undefined;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `false` when nobody listens there; whatever happens later is the caller's reply. */
function handOver(
  upstream: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { connection: _, ...headers } = incoming.headers;
    const call = request(new URL(incoming.url ?? '/', upstream), {
      method: incoming.method,
      headers,
      agent: false,
    });
    let begun = false;
    call.on('response', (reply) => {
      begun = true;
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
      reply.on('error', () => outgoing.destroy());
      reply.on('aborted', () => outgoing.destroy());
      resolve(true);
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (!begun && error.code === 'ECONNREFUSED') return resolve(false);
      outgoing.destroy();
      resolve(true);
    });
    outgoing.on('close', () => call.destroy());
    call.end(body);
  });
}
