import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { SPARSE } from './layout.ts';
import type { CheckedOptions } from './options.ts';
import { sender } from './request.ts';

export type Payload = Readonly<Record<string, unknown>>;
export type Vector = readonly number[] | { readonly indices: readonly number[]; readonly values: readonly number[] };

export interface Point {
  readonly id: string | number;
  /** By name; `''` is the unnamed one. */
  readonly vector: Readonly<Record<string, Vector>>;
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

export interface NearQuery {
  readonly vector: Vector;
  /** Name of the vector; the unnamed one unless given. */
  readonly using?: string;
  readonly filter: Filter;
  readonly limit: number;
  /** Paths of payload fields that are wanted. */
  readonly payload: readonly string[];
  readonly exact?: boolean;
}

export interface CollectionInfo {
  readonly points_count?: number;
  readonly config: {
    readonly params: { readonly vectors?: { readonly size?: unknown; readonly distance?: unknown } };
  };
}

/** The calls of Qdrant's REST interface that are used. Writes resolve once they are carried out. */
export interface QdrantClient {
  close(): void;
  /** The collection that an alias names; `undefined` where there is no such alias. */
  alias(name: string, call?: CallOptions): Promise<string | undefined>;
  collections(call?: CallOptions): Promise<readonly string[]>;
  collection(name: string, call?: CallOptions): Promise<CollectionInfo | undefined>;
  /** Leaves one that is there as it is; `keywords` are fields that filters compare. */
  create(name: string, settings: object, keywords: readonly string[], call?: CallOptions): Promise<void>;
  /** With the C4 contract's unnamed vector compared by Cosine, and the sparse one. */
  createPassages(name: string, dimensions: number, keywords: readonly string[], call?: CallOptions): Promise<void>;
  drop(name: string, call?: CallOptions): Promise<void>;
  /** A point that is there is replaced only where it passes `onlyIf`. */
  upsert(collection: string, points: readonly Point[], onlyIf?: Filter, call?: CallOptions): Promise<void>;
  setPayload(collection: string, id: string, payload: Payload, call?: CallOptions): Promise<void>;
  /** Of all points. */
  dropPayload(collection: string, keys: readonly string[], call?: CallOptions): Promise<void>;
  deletePoints(collection: string, ids: readonly string[], call?: CallOptions): Promise<void>;
  /** Those that are there, in any order. */
  retrieve(
    collection: string,
    ids: readonly string[],
    payload: readonly string[] | true,
    call?: CallOptions,
  ): Promise<readonly FoundPoint[]>;
  /** All points that pass, some hundred at a time, by id. */
  scroll(
    collection: string,
    query: { readonly filter?: Filter; readonly payload: readonly string[] | true; readonly size?: number },
    call?: CallOptions,
  ): AsyncGenerator<readonly FoundPoint[]>;
  query(collection: string, query: NearQuery, call?: CallOptions): Promise<readonly FoundPoint[]>;
  count(collection: string, filter: Filter, call?: CallOptions): Promise<number>;
  /** Atomic, also where the alias leads elsewhere: readers find the old collection or the new one. */
  switchAlias(alias: string, collection: string, call?: CallOptions): Promise<void>;
}

/** Sends nothing before the first call. */
export function qdrantClient(options: CheckedOptions): QdrantClient {
  const closing = new AbortController();
  const send = sender(options, closing.signal);
  const { replicas, shards, onDisk, quantization } = options;
  const placement = {
    ...(shards === undefined ? {} : { shard_number: shards }),
    ...(replicas === undefined
      ? {}
      : { replication_factor: replicas, write_consistency_factor: Math.floor(replicas / 2) + 1 }),
  };

  const client: QdrantClient = {
    close: (): void => closing.abort(),
    async alias(name: string, call): Promise<string | undefined> {
      const { aliases } = (await send('GET', '/aliases', undefined, call)) as {
        readonly aliases: readonly { readonly alias_name: string; readonly collection_name: string }[];
      };
      return aliases.find(({ alias_name: alias }) => alias === name)?.collection_name;
    },
    async collections(call): Promise<readonly string[]> {
      const found = (await send('GET', '/collections', undefined, call)) as {
        readonly collections: readonly { readonly name: string }[];
      };
      return found.collections.map(({ name }) => name);
    },
    async collection(name: string, call): Promise<CollectionInfo | undefined> {
      return (await send('GET', at(name), undefined, call).catch(unlessMissing)) as CollectionInfo | undefined;
    },
    async create(name: string, vectors: object, keywords: readonly string[], call): Promise<void> {
      await send('PUT', at(name), { ...vectors, ...placement }, call).catch((error: unknown) => {
        if (!IbidError.is(error) || error.details['exists'] !== true) throw error;
      });
      for (const field of keywords) {
        await send('PUT', `${at(name)}/index?wait=true`, { field_name: field, field_schema: 'keyword' }, call);
      }
    },
    createPassages(name: string, dimensions: number, keywords: readonly string[], call): Promise<void> {
      const vectors = { size: dimensions, distance: 'Cosine', ...(onDisk === true ? { on_disk: true } : {}) };
      const smaller =
        quantization === 'scalar' ? { quantization_config: { scalar: { type: 'int8', always_ram: true } } } : {};
      return client.create(name, { vectors, sparse_vectors: { [SPARSE]: {} }, ...smaller }, keywords, call);
    },
    async drop(name: string, call): Promise<void> {
      await send('DELETE', at(name), undefined, call).catch(unlessMissing);
    },
    async upsert(collection, points, onlyIf, call): Promise<void> {
      const condition = onlyIf === undefined ? {} : { update_filter: onlyIf };
      await send('PUT', `${at(collection)}/points?wait=true`, { points, ...condition }, call);
    },
    async setPayload(collection, id, payload, call): Promise<void> {
      await send('POST', `${at(collection)}/points/payload?wait=true`, { payload, points: [id] }, call);
    },
    async dropPayload(collection: string, keys: readonly string[], call): Promise<void> {
      await send('POST', `${at(collection)}/points/payload/delete?wait=true`, { keys, filter: {} }, call);
    },
    async deletePoints(collection: string, ids: readonly string[], call): Promise<void> {
      if (ids.length > 0) await send('POST', `${at(collection)}/points/delete?wait=true`, { points: ids }, call);
    },
    async retrieve(
      collection: string,
      ids: readonly string[],
      payload: readonly string[] | true,
      call?: CallOptions,
    ): Promise<readonly FoundPoint[]> {
      if (ids.length === 0) return [];
      return (await send('POST', `${at(collection)}/points`, { ids, with_payload: payload }, call)) as FoundPoint[];
    },
    async *scroll(collection, { filter = {}, payload, size = 256 }, call) {
      let offset: unknown = null;
      do {
        const body = { filter, limit: size, offset, with_payload: payload };
        const page = (await send('POST', `${at(collection)}/points/scroll`, body, call)) as {
          readonly points: readonly FoundPoint[];
          readonly next_page_offset?: unknown;
        };
        yield page.points;
        offset = page.next_page_offset ?? null;
      } while (offset !== null);
    },
    async query(collection: string, query: NearQuery, call): Promise<readonly FoundPoint[]> {
      const { vector, using, filter, limit, payload, exact = false } = query;
      const body = {
        query: vector,
        filter,
        limit,
        with_payload: payload,
        params: { exact },
        ...(using === undefined ? {} : { using }),
      };
      const { points } = (await send('POST', `${at(collection)}/points/query`, body, call)) as {
        readonly points: readonly FoundPoint[];
      };
      return points;
    },
    async count(collection: string, filter: Filter, call): Promise<number> {
      const { count } = (await send('POST', `${at(collection)}/points/count`, { filter, exact: true }, call)) as {
        readonly count: number;
      };
      return count;
    },
    async switchAlias(alias: string, collection: string, call): Promise<void> {
      const actions = [{ create_alias: { alias_name: alias, collection_name: collection } }];
      await send('POST', '/collections/aliases', { actions }, call);
    },
  };
  return client;
}

function unlessMissing(error: unknown): undefined {
  if (!IbidError.is(error, 'NOT_INDEXED')) throw error;
}

function at(collection: string): string {
  return `/collections/${encodeURIComponent(collection)}`;
}
