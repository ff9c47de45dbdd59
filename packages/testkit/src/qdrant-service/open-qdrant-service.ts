import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequest } from './answer-request.ts';
import { catalog as emptyCatalog } from './engine/catalog.ts';
import { orderKeyOf, pointIdOf } from './engine/point-id.ts';
import { tieOrder } from './engine/tie-order.ts';
import { faultScript } from './faults/fault-script.ts';
import { faultyReply } from './faults/faulty-reply.ts';
import { parseBody } from './parse-body.ts';
import type { QdrantService, QdrantServiceOptions, ServedQdrantRequest } from './qdrant-service.ts';
import { errorReply, textReply, type Reply } from './reply.ts';
import { readBody } from './read-body.ts';
import { findRoute } from './routes/routes.ts';
import type { ServedState } from './routes/served-state.ts';
import { loadShapes } from './shapes/load-shapes.ts';
import { snapshotsOf } from './snapshots-of.ts';

const OPEN_PATHS = ['/', '/healthz', '/livez', '/readyz'];

/**
 * A stand-in for a Qdrant server on a loopback port: the part of its REST interface that the store uses, with state, its published shapes
 * checked both ways, and faults on demand. The README beside this file says what it does not prove.
 */
export async function openQdrantService(options: QdrantServiceOptions = {}): Promise<QdrantService> {
  const { apiKey, version = '1.18.0', strictMode = false, preventUnoptimized = false, seed = 1 } = options;
  const { applyAfterMs = 5, maxBodyBytes = 32 * 1024 * 1024 } = options;
  const shapes = await loadShapes();
  const catalog = emptyCatalog();
  const script = faultScript();
  const requests: ServedQdrantRequest[] = [];
  const violations: string[] = [];
  let round = 0;
  const state: ServedState = {
    catalog,
    version,
    strict: strictMode,
    defers: preventUnoptimized,
    differing: new Map(),
    applyAfterMs,
    newTies: () => tieOrder(seed, round++),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://qdrant');
    const body = await readBody(request, maxBodyBytes);
    const name = routeName(method, path);
    const entry = { method, route: name, path: request.url ?? '/', bodyBytes: body.length, status: undefined };
    const fault = script.take({ method, route: name, path: entry.path, body: () => quietly(body.bytes) });
    const served: ServedQdrantRequest = { ...entry, fault: fault?.kind };
    requests.push(served);
    const sent = (reply: Reply): Reply => {
      served.status = reply.status;
      return reply;
    };
    const properly = (
      changed: { readonly query?: URLSearchParams; readonly edit?: (given: unknown) => unknown } = {},
    ) => {
      if (apiKey !== undefined && !OPEN_PATHS.includes(path) && !isAllowed(request, apiKey)) {
        return sent(refusedKey(request));
      }
      if (body.bytes === undefined) {
        return sent(errorReply(400, tooLong(request, body.length, maxBodyBytes)));
      }
      return sent(
        answerRequest(
          {
            method,
            path,
            query: changed.query ?? query,
            bytes: body.bytes,
            contentType: request.headers['content-type'],
          },
          {
            state,
            shapes,
            violate: (violation) => violations.push(violation),
            ...(changed.edit === undefined ? {} : { edit: changed.edit }),
          },
        ),
      );
    };
    await faultyReply(fault, { response, query, properly, canned: sent });
  }

  const server = createServer((request, response) => {
    // A client that went away while it was heard.
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const listen = async (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    violations,
    count: (route) => requests.filter((request) => request.route === route).length,
    clearLog() {
      requests.length = 0;
      violations.length = 0;
    },
    fault: (plan) => script.add(plan),
    heal: () => script.clear(),
    differ(ids, fields) {
      state.differing.clear();
      for (const id of ids) state.differing.set(orderKeyOf(pointIdOf(id)), fields);
    },
    settle() {
      for (const { flush } of catalog.collections.values()) flush();
    },
    collections: () => snapshotsOf(catalog),
    stop,
    async start() {
      if (!server.listening) await listen(port);
    },
    close: stop,
    [Symbol.asyncDispose]: stop,
  };
}

function routeName(method: string, path: string): string {
  if (method === 'GET' && OPEN_PATHS.includes(path)) return path === '/' ? 'root' : path.slice(1);
  return findRoute(method, path)?.route.name ?? 'unknown';
}

function isAllowed({ headers }: IncomingMessage, apiKey: string): boolean {
  return headers['api-key'] === apiKey || headers.authorization === `Bearer ${apiKey}`;
}

function refusedKey({ headers }: IncomingMessage): Reply {
  const isGiven = headers['api-key'] !== undefined || headers.authorization !== undefined;
  return textReply(
    401,
    isGiven ? 'Invalid API key or JWT' : 'Must provide an API key or an Authorization bearer token',
  );
}

/** Two sentences: for a body that says its length before, and for one that comes in chunks. */
function tooLong({ headers }: IncomingMessage, length: number, limit: number): string {
  return headers['content-length'] === undefined
    ? `Payload error: JSON payload has exceeded limit (${limit} bytes).`
    : `Payload error: JSON payload (${length} bytes) is larger than allowed (limit: ${limit} bytes).`;
}

function quietly(bytes: Buffer | undefined): unknown {
  try {
    return bytes === undefined ? undefined : parseBody(bytes);
  } catch {
    return undefined;
  }
}
