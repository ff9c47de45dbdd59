/**
 * An in-memory fake of a Qdrant server over real sockets, with only the calls that the store makes. The suite of the store runs on
 * a real server too if `QDRANT_URL` is set. Every search is exact, and a filter on a field without an index is refused, as by
 * Qdrant Cloud.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onLoopback } from '../loopback.ts';

export interface QdrantService extends AsyncDisposable {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  /** Method and path with its query, in order of arrival. */
  readonly requests: string[];
  /** While true, requests are accepted and never answered. */
  isHanging: boolean;
  /** Refuses connections until `start`; stored data is kept. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
  /** Closes all sockets. */
  close(): Promise<void>;
}

type Id = string | number;
type Payload = Record<string, unknown>;
interface Sparse {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}
type Vectors = Readonly<Record<string, readonly number[] | Sparse>>;

interface Condition {
  readonly key?: string;
  readonly match?: { readonly any: readonly unknown[] };
  readonly range?: { readonly lt: number };
  readonly has_id?: readonly Id[];
}
interface Filter {
  readonly must?: readonly Condition[];
  readonly should?: readonly Condition[];
}

interface Point {
  readonly id: Id;
  readonly vector: Vectors;
  payload: Payload;
}

interface Collection {
  readonly params: { readonly vectors: { readonly size?: number }; readonly sparse_vectors?: object | undefined };
  readonly indexes: Set<string>;
  readonly points: Map<Id, Point>;
}

/** Fields of all request bodies together; each call takes some of them, and Qdrant refuses those that lack one. */
interface Body {
  readonly vectors: { readonly size?: number };
  readonly sparse_vectors?: object;
  readonly field_name: string;
  /** Points to write. */
  readonly points: readonly Point[];
  readonly update_filter?: Filter;
  readonly ids: readonly Id[];
  readonly payload: Payload;
  readonly filter?: Filter;
  readonly limit: number;
  readonly offset: Id | null;
  readonly with_payload: boolean | readonly string[];
  readonly query: readonly number[] | Sparse;
  readonly using?: string;
  readonly actions: readonly {
    readonly create_alias: { readonly alias_name: string; readonly collection_name: string };
  }[];
}

const MOST_BYTES = 32 * 1024 * 1024;
/** Escapes for half a surrogate pair, which Qdrant's JSON does not allow. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/u;

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Starts the fake. If `apiKey` is given, clients must send it in `api-key`. */
export async function openQdrantService(options: { readonly apiKey?: string } = {}): Promise<QdrantService> {
  const answer = qdrant();
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    service.requests.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (service.isHanging) return;
    if (options.apiKey !== undefined && request.headers['api-key'] !== options.apiKey) {
      response.writeHead(401, { 'content-type': 'text/plain; charset=utf-8' }).end('Invalid API key or JWT');
      return;
    }
    const { pathname } = new URL(request.url ?? '/', 'http://qdrant');
    let [status, reply]: [number, object] = [200, {}];
    try {
      reply = { result: answer(`${request.method}`, pathname, parsed(Buffer.concat(parts).toString())), status: 'ok' };
    } catch (error) {
      status = error instanceof Refusal ? error.status : 500;
      reply = { status: { error: (error as Error).message } };
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ...reply, time: 0 }));
  }

  const server = createServer((request, response) => {
    // The client left while its request was being read.
    serve(request, response).catch(() => response.destroy());
  });
  const { port, origin, close } = await onLoopback(server);
  const stop = (): Promise<void> => close(() => server.closeAllConnections());
  const service: QdrantService = {
    url: origin,
    requests: [],
    isHanging: false,
    stop,
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close: stop,
    [Symbol.asyncDispose]: stop,
  };
  return service;
}

function parsed(text: string): Body {
  if (text.length > MOST_BYTES) throw new Refusal(400, `Payload error: JSON payload is larger than allowed`);
  if (LONE_SURROGATE.test(text)) throw new Refusal(400, 'Format error in JSON body: unexpected end of hex escape');
  return (text === '' ? {} : JSON.parse(text)) as Body;
}

/** The server without its sockets: returns the `result` of a call, or throws a `Refusal`. */
function qdrant(): (method: string, path: string, body: Body) => unknown {
  const collections = new Map<string, Collection>();
  const aliases = new Map<string, string>();
  const done = { status: 'completed' };

  function named(name: string): Collection {
    const found = collections.get(aliases.get(name) ?? name);
    if (found === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
    return found;
  }

  const calls: Readonly<Record<string, (name: string, body: Body) => unknown>> = {
    'GET /collections': () => ({ collections: [...collections.keys()].map((name) => ({ name })) }),
    'GET /aliases': () => ({
      aliases: [...aliases].map(([alias, collection]) => ({ alias_name: alias, collection_name: collection })),
    }),
    'POST /collections/aliases': (_, { actions }) => {
      for (const { create_alias: made } of actions) {
        named(made.collection_name);
        aliases.set(made.alias_name, made.collection_name);
      }
      return true;
    },
    'GET /collections/:name': (name) => {
      const { params, points } = named(name);
      return { status: 'green', points_count: points.size, config: { params } };
    },
    'PUT /collections/:name': (name, { vectors, sparse_vectors: sparse }) => {
      if (collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
      collections.set(name, { params: { vectors, sparse_vectors: sparse }, indexes: new Set(), points: new Map() });
      return true;
    },
    'DELETE /collections/:name': (name) => {
      for (const [alias, target] of aliases) if (target === name) aliases.delete(alias);
      return collections.delete(name);
    },
    'PUT /collections/:name/index': (name, { field_name: field }) => {
      named(name).indexes.add(field);
      return done;
    },
    'PUT /collections/:name/points': (name, { points, update_filter: onlyIf }) => {
      const collection = named(name);
      if (points.length === 0) throw new Refusal(400, 'Bad request: Empty update request');
      for (const point of points.map((one) => checkPoint(collection, one))) {
        const held = collection.points.get(point.id);
        if (held === undefined || passes(held, onlyIf)) collection.points.set(point.id, point);
      }
      return done;
    },
    'POST /collections/:name/points': (name, { ids, with_payload: fields }) => {
      const found = ids.map((id) => named(name).points.get(id)).filter((point) => point !== undefined);
      return found.map(({ id, payload }) => ({ id, payload: picked(payload, fields) }));
    },
    'POST /collections/:name/points/payload': (name, { payload, points }) => {
      for (const id of points as unknown as readonly Id[]) {
        const point = named(name).points.get(id);
        if (point === undefined) throw new Refusal(404, `Not found: No point with id ${id} found`);
        point.payload = { ...point.payload, ...payload };
      }
      return done;
    },
    'POST /collections/:name/points/delete': (name, { points }) => {
      if (points.length === 0) throw new Refusal(400, 'Bad request: Empty update request');
      for (const id of points as unknown as readonly Id[]) named(name).points.delete(id);
      return done;
    },
    'POST /collections/:name/points/count': (name, { filter }) => ({ count: passing(named(name), filter).length }),
    'POST /collections/:name/points/scroll': (name, { filter, limit, offset, with_payload: fields }) => {
      const found = passing(named(name), filter)
        .filter(({ id }) => offset === null || compareIds(id, offset) >= 0)
        .sort((a, b) => compareIds(a.id, b.id));
      const points = found.slice(0, limit).map(({ id, payload }) => ({ id, payload: picked(payload, fields) }));
      return { points, next_page_offset: found[limit]?.id ?? null };
    },
    'POST /collections/:name/points/query': (name, { query, using = '', filter, limit, with_payload: fields }) => {
      const collection = named(name);
      if ('length' in query) checkSize(collection, query);
      const points = passing(collection, filter)
        .flatMap(({ id, vector, payload }) => {
          const score = scoreOf(query, vector[using]);
          return score === undefined ? [] : [{ id, score, payload: picked(payload, fields) }];
        })
        // Qdrant does not define the order of equal scores.
        .sort((a, b) => b.score - a.score || compareIds(b.id, a.id));
      return { points: points.slice(0, limit) };
    },
  };

  return (method, path, body) => {
    const [, , name = '', ...rest] = path.split('/');
    const generic = name === '' || name === 'aliases' ? path : ['/collections/:name', ...rest].join('/');
    const call = calls[`${method} ${generic}`];
    if (call === undefined) throw new Refusal(404, `The fake of Qdrant does not know ${method} ${generic}`);
    return call(decodeURIComponent(name), body);
  };
}

/** Converts a point to the form in which it is stored: 32-bit floats, normalised for Cosine. */
function checkPoint(collection: Collection, { id, vector, payload }: Point): Point {
  const stored = Object.entries(Array.isArray(vector) ? { '': vector as readonly number[] } : vector).map(
    ([name, values]) => {
      if (!('length' in values)) return [name, values] as const;
      checkSize(collection, values);
      const length = Math.hypot(...values) || 1;
      return [name, values.map((value) => Math.fround(value / length))] as const;
    },
  );
  return { id, vector: Object.fromEntries(stored), payload };
}

function checkSize({ params: { vectors } }: Collection, { length }: readonly number[]): void {
  if (length === vectors.size) return;
  throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${vectors.size}, got ${length}`);
}

/** `undefined` if a point has no such vector, or a sparse one without a common index. */
function scoreOf(
  query: readonly number[] | Sparse,
  vector: readonly number[] | Sparse | undefined,
): number | undefined {
  if (vector === undefined) return undefined;
  if ('length' in query) {
    const length = Math.hypot(...query) || 1;
    return Math.fround(query.reduce((sum, value, i) => sum + (value / length) * (vector as readonly number[])[i]!, 0));
  }
  const { indices, values } = vector as Sparse;
  const products = query.indices.flatMap((index, i) => {
    const at = indices.indexOf(index);
    return at < 0 ? [] : [query.values[i]! * values[at]!];
  });
  return products.length === 0 ? undefined : Math.fround(products.reduce((sum, product) => sum + product));
}

function passing({ points, indexes }: Collection, filter: Filter = {}): Point[] {
  const missing = filter.must?.find(({ key }) => key !== undefined && !indexes.has(key));
  if (missing !== undefined) throw new Refusal(400, `Bad request: Index required but not found for "${missing.key}"`);
  return [...points.values()].filter((point) => passes(point, filter));
}

function passes(point: Point, { must = [], should = [] }: Filter = {}): boolean {
  const meets = ({ key = '', match, range, has_id: ids }: Condition): boolean => {
    if (ids !== undefined) return ids.includes(point.id);
    const values = [point.payload[key] ?? []].flat();
    if (range !== undefined) return values.some((value) => typeof value === 'number' && value < range.lt);
    return values.some((value) => match?.any.includes(value));
  };
  return must.every(meets) && (should.length === 0 || should.some(meets));
}

/** Picks the fields at paths such as `a.b`, through objects only. */
function picked(payload: Payload, fields: boolean | readonly string[]): Payload {
  if (typeof fields === 'boolean') return fields ? payload : {};
  const found: Payload = {};
  for (const field of fields) {
    const [key = '', ...rest] = field.split('.');
    const value = payload[key];
    if (value === undefined) continue;
    if (rest.length === 0) found[key] = value;
    else found[key] = { ...(found[key] as Payload), ...picked(value as Payload, [rest.join('.')]) };
  }
  return found;
}

/** Sorts numbers before UUIDs. */
function compareIds(a: Id, b: Id): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
