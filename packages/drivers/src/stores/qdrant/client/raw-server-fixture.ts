/** A server on a real socket that answers as a test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** In order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** Connections ever made. */
  connections(): number;
}

export type RawAnswer = (response: ServerResponse, request: SeenRequest, index: number) => void;

export async function openRawServer(answer: RawAnswer): Promise<RawServer> {
  const requests: SeenRequest[] = [];
  let connections = 0;
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(parts).toString() };
      requests.push(request);
      answer(response, request, requests.length - 1);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerJson(response: ServerResponse, body: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A refusal as Qdrant writes it. */
export function refuse(response: ServerResponse, status: number, error: string, headers: object = {}): void {
  answerJson(response, { status: { error }, time: 0.001 }, status, headers);
}

/** A port on which nobody listens. */
export async function deadPort(): Promise<number> {
  const server = await openRawServer(() => undefined);
  await server[Symbol.asyncDispose]();
  return server.port;
}
