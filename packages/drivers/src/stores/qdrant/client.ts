import { IbidError, withRetries } from '@ibid/core';
import type { CallOptions, ErrorCode } from '@ibid/core/types';
import { parsedJson } from '../../services/json.ts';
import { retryAfter } from '../../services/service-fetch.ts';
import type { CheckedOptions } from './options.ts';

export type Payload = Readonly<Record<string, unknown>>;
export type Vector = readonly number[] | { readonly indices: readonly number[]; readonly values: readonly number[] };

export interface Point {
  readonly id: string | number;
  /** Vectors by name; `''` is the unnamed one. Default: no vectors. */
  readonly vector?: Readonly<Record<string, Vector>>;
  readonly payload: Payload;
}

export interface FoundPoint {
  readonly id: string | number;
  readonly payload: Payload;
  readonly score: number;
}

export type Condition =
  | { readonly key: string; readonly match: { readonly any: readonly string[] } }
  | { readonly key: string; readonly range: { readonly lt: number } }
  | { readonly has_id: readonly (string | number)[] };

export interface Filter {
  readonly must?: readonly Condition[];
  readonly should?: readonly Condition[];
}

/** Name of the sparse vector: the BM25F weight of each term without its idf, at the position of the term in the statistics. */
export const SPARSE = 'bm25';

/** Paths of the payload fields to return; `true` returns all. */
type Fields = readonly string[] | true;

interface CollectionInfo {
  readonly points_count?: number;
  readonly config: {
    readonly params: { readonly vectors?: { readonly size?: unknown; readonly distance?: unknown } };
  };
}

/**
 * Client for the calls of Qdrant's REST API that the store uses; nothing is sent before the first call. Writes resolve once Qdrant has
 * carried them out. Calls are retried for `retryMs` after temporary failures, so each is safe to run twice. All reject with an `IbidError`
 * that tells how to fix it.
 */
export class QdrantClient {
  readonly #options: CheckedOptions;
  readonly #closing: AbortSignal;
  /** Aborts with `closing` and with the call. */
  readonly #ended: AbortSignal;

  /** Aborting `closing` ends all running requests. */
  constructor(options: CheckedOptions, closing: AbortSignal, call?: CallOptions) {
    this.#options = options;
    this.#closing = closing;
    this.#ended = call?.signal === undefined ? closing : AbortSignal.any([closing, call.signal]);
  }

  /** Returns a client of the same server whose requests end when the signal of `call` aborts. */
  for(call: CallOptions | undefined): QdrantClient {
    return new QdrantClient(this.#options, this.#closing, call);
  }

  /** Sends one request and returns `result` of the reply. */
  async #result<T>(method: string, path: string, body?: object): Promise<T> {
    const waits = { withinMs: this.#options.retryMs, firstMs: 100, longestMs: 3_000, random: Math.random };
    return withRetries(() => this.#attempt<T>(method, path, body), { ...waits, signal: this.#ended });
  }

  async #attempt<T>(method: string, path: string, body: object | undefined): Promise<T> {
    const { root, apiKey, timeoutMs } = this.#options;
    const server = `Qdrant at ${new URL(root).host}`;
    const headers = {
      'Content-Type': 'application/json',
      // Qdrant needs longer to compress a reply than to search.
      'Accept-Encoding': 'identity',
      ...(apiKey === undefined ? {} : { 'api-key': apiKey }),
    };
    const late = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([late, this.#ended]);
    try {
      const sent = body === undefined ? null : JSON.stringify(body);
      const response = await fetch(root + path, { method, headers, signal, redirect: 'error', body: sent });
      const reply = parsedJson(await response.text()) as { result?: T; status?: { error?: unknown } } | undefined;
      if (response.ok && reply?.result !== undefined) return reply.result;
      throw refusal(server, response, String(reply?.status?.error ?? ''));
    } catch (error) {
      if (IbidError.is(error)) throw error;
      if (this.#closing.aborted) throw new IbidError('CLOSED', 'The index in Qdrant was closed during the call.');
      if (this.#ended.aborted) throw new IbidError('ABORTED', 'The call to Qdrant was stopped by its caller.');
      const { code = 'the connection broke off' } = ((error as Error).cause ?? {}) as { readonly code?: string };
      const message = late.aborted
        ? 'took too long to answer. Try again, or raise `timeoutMs`.'
        : `cannot be reached (${code}). Check that it runs and that its address is right.`;
      throw new IbidError(late.aborted ? 'TIMED_OUT' : 'UPSTREAM_FAILED', `${server} ${message}`, { retryable: true });
    }
  }

  /** Returns the collection behind an alias; `undefined` if there is no such alias. */
  async alias(name: string): Promise<string | undefined> {
    const { aliases } = await this.#result<{ aliases: { alias_name: string; collection_name: string }[] }>(
      'GET',
      '/aliases',
    );
    return aliases.find((alias) => alias.alias_name === name)?.collection_name;
  }

  /** Points an alias at a collection. The switch is atomic: readers find either the old collection or the new one. */
  async switchAlias(alias: string, collection: string): Promise<void> {
    const actions = [{ create_alias: { alias_name: alias, collection_name: collection } }];
    await this.#result('POST', '/collections/aliases', { actions });
  }

  async collections(): Promise<readonly string[]> {
    const { collections } = await this.#result<{ collections: { name: string }[] }>('GET', '/collections');
    return collections.map(({ name }) => name);
  }

  /** Describes a collection, or the one behind an alias. */
  async collection(name: string): Promise<CollectionInfo | undefined> {
    return this.#result<CollectionInfo>('GET', at(name)).catch(unlessMissing);
  }

  /**
   * Creates a collection; an existing one is left unchanged. `keywords` are the fields to index for filters. With `dimensions`, it has the
   * unnamed vector of the book contract (Cosine distance) and the sparse vector, else none.
   */
  async create(name: string, keywords: readonly string[], dimensions?: number): Promise<void> {
    const { onDisk, quantization, replicas, shards } = this.#options;
    const searched = dimensions !== undefined && {
      vectors: { size: dimensions, distance: 'Cosine', on_disk: onDisk },
      sparse_vectors: { [SPARSE]: {} },
      quantization_config: quantization === 'scalar' ? { scalar: { type: 'int8', always_ram: true } } : undefined,
    };
    const copies = replicas !== undefined && {
      replication_factor: replicas,
      write_consistency_factor: Math.floor(replicas / 2) + 1,
    };
    const body = { vectors: {}, ...searched, ...copies, shard_number: shards };
    await this.#result('PUT', at(name), body).catch((error: unknown) => {
      if (!IbidError.is(error) || error.details['exists'] !== true) throw error;
    });
    for (const field of keywords) {
      await this.#result('PUT', `${at(name)}/index?wait=true`, { field_name: field, field_schema: 'keyword' });
    }
  }

  async drop(name: string): Promise<void> {
    await this.#result('DELETE', at(name)).catch(unlessMissing);
  }

  /** Writes points. An existing point is replaced only if it matches `onlyIf`. */
  async upsert(collection: string, points: readonly Point[], onlyIf?: Filter): Promise<void> {
    for (const some of batches(points, 128)) {
      const written = some.map((point) => ({ vector: {}, ...point }));
      await this.#result('PUT', `${at(collection)}/points?wait=true`, { points: written, update_filter: onlyIf });
    }
  }

  async setPayload(collection: string, id: string, payload: Payload): Promise<void> {
    await this.#result('POST', `${at(collection)}/points/payload?wait=true`, { payload, points: [id] });
  }

  async deletePoints(collection: string, ids: readonly string[]): Promise<void> {
    await this.#result('POST', `${at(collection)}/points/delete?wait=true`, { points: ids });
  }

  /** Returns for each id the payload of its point, or `undefined` if there is no such point. */
  async retrieve(
    collection: string,
    ids: readonly string[],
    fields: readonly string[],
  ): Promise<(Payload | undefined)[]> {
    const found = new Map<string | number, Payload>();
    for (const some of batches([...new Set(ids)], 500)) {
      const body = { ids: some, with_payload: fields };
      const points = await this.#result<FoundPoint[]>('POST', `${at(collection)}/points`, body);
      for (const { id, payload } of points) found.set(id, payload);
    }
    return ids.map((id) => found.get(id));
  }

  /** Yields all matching points in batches, ordered by id. */
  async *scroll(collection: string, filter: Filter, payload: Fields): AsyncGenerator<readonly FoundPoint[]> {
    let offset: unknown = null;
    do {
      const page = await this.#result<{ points: FoundPoint[]; next_page_offset?: unknown }>(
        'POST',
        `${at(collection)}/points/scroll`,
        { filter, limit: payload === true ? 32 : 256, offset, with_payload: payload },
      );
      yield page.points;
      offset = page.next_page_offset ?? null;
    } while (offset !== null);
  }

  /** Returns the nearest points, nearest first; none for an empty vector. */
  async query(
    collection: string,
    vector: Vector | undefined,
    options: { readonly filter: Filter; readonly limit: number; readonly with_payload: readonly string[] },
  ): Promise<FoundPoint[]> {
    if (vector === undefined || ('indices' in vector && vector.indices.length === 0)) return [];
    const body = { query: vector, using: 'indices' in vector ? SPARSE : undefined, ...options };
    return (await this.#result<{ points: FoundPoint[] }>('POST', `${at(collection)}/points/query`, body)).points;
  }

  async count(collection: string, filter: Filter = {}): Promise<number> {
    const body = { filter, exact: true };
    return (await this.#result<{ count: number }>('POST', `${at(collection)}/points/count`, body)).count;
  }
}

/** Condition that a field has one of these values, which are made well-formed as in payloads. */
export function oneOf(key: string, values: readonly string[]): Condition {
  return { key, match: { any: values.map((value) => value.toWellFormed()) } };
}

/** Gives `undefined` instead of the error that there is no such collection. */
export function unlessMissing(error: unknown): undefined {
  if (!IbidError.is(error, 'NOT_INDEXED')) throw error;
}

function at(collection: string): string {
  return `/collections/${encodeURIComponent(collection)}`;
}

export function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

const REFUSALS: Readonly<Record<number, readonly [code: ErrorCode, message: string]>> = {
  401: ['INVALID_CONFIG', 'does not accept the key. Put one that may read and write into `QDRANT_API_KEY`.'],
  403: ['INVALID_CONFIG', 'does not accept the key. Put one that may read and write into `QDRANT_API_KEY`.'],
  404: ['NOT_INDEXED', 'has no such collection. Index the site, or check `collection`.'],
  413: ['UPSTREAM_FAILED', 'takes no request of that size. Let it, and what stands before it, take the usual 32 MB.'],
  429: ['RATE_LIMITED', 'asks to slow down. Wait and try again.'],
  507: ['UPSTREAM_FAILED', 'has no room left. Give it more disk or memory.'],
};

/** Error for a failed response. Qdrant's own message is never passed on, because it quotes payloads. */
function refusal(server: string, { status, headers, ok }: Response, said: string): IbidError {
  if (ok || (said === '' && status < 500 && ![401, 403, 429].includes(status))) {
    const message = `answered ${status}, and not in Qdrant's manner. Check that its address leads to Qdrant.`;
    return new IbidError('UPSTREAM_FAILED', `${server} ${message}`);
  }
  let kind = status;
  if (/no space left|disk (?:is )?full/iu.test(said)) kind = 507;
  if (/larger than allowed|payload has exceeded limit/iu.test(said)) kind = 413;
  const retryable = kind === 408 || kind === 429 || (kind >= 500 && kind !== 507);
  const other = retryable ? `answered ${status}. Try again later.` : `refused the request with ${status}.`;
  const [code, message] = REFUSALS[kind] ?? ['UPSTREAM_FAILED' as const, other];
  const details = { retryAfterMs: retryAfter(headers, Date.now()) ?? 0, exists: /already exists/iu.test(said) };
  return new IbidError(code, `${server} ${message}`, { retryable, details });
}
