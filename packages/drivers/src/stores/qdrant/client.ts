import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { SPARSE } from './layout.ts';
import type { CheckedOptions } from './options.ts';
import { sender, type Send } from './request.ts';

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
  | { readonly key: string; readonly match: { readonly value: string } | { readonly any: readonly string[] } }
  | { readonly key: string; readonly range: { readonly lt: number } }
  | { readonly has_id: readonly (string | number)[] };

export interface Filter {
  readonly must?: readonly Condition[];
  readonly should?: readonly Condition[];
}

const IDS_AT_ONCE = 500;

/** Paths of the payload fields to return; `true` returns all. */
type Fields = readonly string[] | true;

export interface NearQuery {
  readonly query: Vector;
  /** Name of the vector to compare; default is the unnamed one. */
  readonly using?: string;
  readonly filter: Filter;
  readonly limit: number;
  readonly with_payload: readonly string[];
}

export interface CollectionInfo {
  readonly points_count?: number;
  readonly config: {
    readonly params: { readonly vectors?: { readonly size?: unknown; readonly distance?: unknown } };
  };
}

/** Client for the calls of Qdrant's REST API that the store uses. Writes resolve once Qdrant has carried them out. */
export class QdrantClient {
  readonly #options: CheckedOptions;
  readonly #send: Send;
  readonly #call: CallOptions | undefined;

  constructor(options: CheckedOptions, send: Send, call?: CallOptions) {
    this.#options = options;
    this.#send = send;
    this.#call = call;
  }

  /** Returns a client of the same server whose requests end when the signal of `call` aborts. */
  for(call: CallOptions | undefined): QdrantClient {
    return call === undefined ? this : new QdrantClient(this.#options, this.#send, call);
  }

  async #result<T>(method: string, path: string, body?: object): Promise<T> {
    return (await this.#send(method, path, body, this.#call)) as T;
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

  async collection(name: string): Promise<CollectionInfo | undefined> {
    return this.#result<CollectionInfo>('GET', at(name)).catch(unlessMissing);
  }

  /** Creates a collection, by default without vectors; an existing one is left unchanged. `keywords` are the fields to index for filters. */
  async create(name: string, keywords: readonly string[], vectors: object = { vectors: {} }): Promise<void> {
    const { replicas, shards } = this.#options;
    const copies = replicas && {
      replication_factor: replicas,
      write_consistency_factor: Math.floor(replicas / 2) + 1,
    };
    await this.#result('PUT', at(name), { ...vectors, shard_number: shards, ...copies }).catch((error: unknown) => {
      if (!IbidError.is(error) || error.details['exists'] !== true) throw error;
    });
    for (const field of keywords) {
      await this.#result('PUT', `${at(name)}/index?wait=true`, { field_name: field, field_schema: 'keyword' });
    }
  }

  /** Creates a collection with the unnamed vector of the book contract (Cosine distance) and the sparse vector. */
  async createPassages(name: string, dimensions: number, keywords: readonly string[]): Promise<void> {
    const { onDisk, quantization } = this.#options;
    await this.create(name, keywords, {
      vectors: { size: dimensions, distance: 'Cosine', on_disk: onDisk },
      sparse_vectors: { [SPARSE]: {} },
      quantization_config: quantization === 'scalar' ? { scalar: { type: 'int8', always_ram: true } } : undefined,
    });
  }

  async drop(name: string): Promise<void> {
    await this.#result('DELETE', at(name)).catch(unlessMissing);
  }

  /** Writes points. An existing point is replaced only if it matches `onlyIf`. */
  async upsert(collection: string, points: readonly Point[], onlyIf?: Filter): Promise<void> {
    if (points.length === 0) return;
    const written = points.map((point) => ({ vector: {}, ...point }));
    await this.#result('PUT', `${at(collection)}/points?wait=true`, { points: written, update_filter: onlyIf });
  }

  async setPayload(collection: string, id: string, payload: Payload): Promise<void> {
    await this.#result('POST', `${at(collection)}/points/payload?wait=true`, { payload, points: [id] });
  }

  /** Removes the keys from the payloads of all points. */
  async dropPayload(collection: string, keys: readonly string[]): Promise<void> {
    await this.#result('POST', `${at(collection)}/points/payload/delete?wait=true`, { keys, filter: {} });
  }

  async deletePoints(collection: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#result('POST', `${at(collection)}/points/delete?wait=true`, { points: ids });
  }

  /** Returns the points that exist, in any order. */
  async retrieve(collection: string, ids: readonly string[], payload: Fields): Promise<readonly FoundPoint[]> {
    const found: FoundPoint[] = [];
    const distinct = [...new Set(ids)];
    for (let from = 0; from < distinct.length; from += IDS_AT_ONCE) {
      const some = { ids: distinct.slice(from, from + IDS_AT_ONCE), with_payload: payload };
      found.push(...(await this.#result<FoundPoint[]>('POST', `${at(collection)}/points`, some)));
    }
    return found;
  }

  /** Yields all matching points in batches, ordered by id. */
  async *scroll(
    collection: string,
    {
      filter = {},
      payload,
      size = 256,
    }: { readonly filter?: Filter; readonly payload: Fields; readonly size?: number },
  ): AsyncGenerator<readonly FoundPoint[]> {
    let offset: unknown = null;
    do {
      const page = await this.#result<{ points: FoundPoint[]; next_page_offset?: unknown }>(
        'POST',
        `${at(collection)}/points/scroll`,
        { filter, limit: size, offset, with_payload: payload },
      );
      yield page.points;
      offset = page.next_page_offset ?? null;
    } while (offset !== null);
  }

  /** Returns the nearest points, nearest first. */
  async query(collection: string, query: NearQuery): Promise<readonly FoundPoint[]> {
    return (await this.#result<{ points: FoundPoint[] }>('POST', `${at(collection)}/points/query`, query)).points;
  }

  async count(collection: string, filter: Filter = {}): Promise<number> {
    const body = { filter, exact: true };
    return (await this.#result<{ count: number }>('POST', `${at(collection)}/points/count`, body)).count;
  }
}

/** Creates a client; nothing is sent before the first call. Aborting `closing` ends all running requests. */
export function qdrantClient(options: CheckedOptions, closing: AbortSignal): QdrantClient {
  return new QdrantClient(options, sender(options, closing));
}

function unlessMissing(error: unknown): undefined {
  if (!IbidError.is(error, 'NOT_INDEXED')) throw error;
}

function at(collection: string): string {
  return `/collections/${encodeURIComponent(collection)}`;
}
