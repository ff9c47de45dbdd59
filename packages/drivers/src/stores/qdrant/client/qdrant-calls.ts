import type { CallOptions } from '@ibid/core/types';

/** What a point's payload may hold here. */
export type PayloadValue =
  | string
  | number
  | boolean
  | readonly PayloadValue[]
  | { readonly [key: string]: PayloadValue };

export type Payload = { readonly [key: string]: PayloadValue };

/** `indices` are distinct, from 0 to 2³² − 1. */
export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** By vector name; `''` is the default vector. */
export type Vectors = { readonly [name: string]: Float32Array | SparseVector };

export interface Point {
  /** UUID. */
  readonly id: string;
  readonly payload: Payload;
  /** None for points of a collection without vectors. */
  readonly vectors?: Vectors;
}

/**
 * Which payload to bring along: paths, all, or all but some fields. Of several copies a point is left out where they differ in what is
 * brought along: whoever wants no field that others are just changing does well not to ask for it.
 */
export type Wanted = readonly string[] | 'all' | { readonly except: readonly string[] };

/** No `is_empty`: on an indexed field it has missed points (Qdrant 1.14.1, and any before 1.18 once an index is rebuilt). */
export type Condition =
  | { readonly key: string; readonly match: { readonly value: string | number | boolean } }
  | { readonly key: string; readonly match: { readonly any: readonly string[] | readonly number[] } }
  | {
      readonly key: string;
      readonly range: { readonly lt?: number; readonly lte?: number; readonly gt?: number; readonly gte?: number };
    }
  | { readonly has_id: readonly (string | number)[] }
  | Filter;

/** As Qdrant's own. All of `must` hold, none of `must_not`, and one of `should` where there are any. */
export interface Filter {
  readonly must?: readonly Condition[];
  readonly must_not?: readonly Condition[];
  readonly should?: readonly Condition[];
}

/** One search by nearness to a dense or sparse vector. */
export interface NearQuery {
  readonly vector: Float32Array | SparseVector;
  /** Name of the vector to compare with; `''` is the default vector. */
  readonly using: string;
  readonly filter: Filter;
  /** At least 1. */
  readonly limit: number;
  /** Paths of payload to bring along; none unless given. */
  readonly payload?: readonly string[];
  /** Compares with every point that passes the filter; the collection's index may be used unless given. */
  readonly exact?: boolean;
}

export interface FoundPoint {
  readonly id: string | number;
  readonly payload: Payload;
}

export interface ScoredPoint extends FoundPoint {
  readonly score: number;
}

export interface DenseVectorSettings {
  readonly size: number;
  readonly distance: 'Cosine' | 'Dot';
}

export interface CollectionSettings {
  /** By name; `''` alone makes a collection with just a default vector. */
  readonly dense: { readonly [name: string]: DenseVectorSettings };
  readonly sparse: { readonly [name: string]: { readonly modifier: 'idf' | 'none' } };
}

export interface CollectionSummary extends CollectionSettings {
  readonly points: number;
  /** Copies of each shard. */
  readonly replicas: number;
  /** Copies that must have taken a write before it counts. */
  readonly writeConsistency: number;
}

/** How many copies are asked, where a shard has several: `most` is more than half. As configured unless given. */
export interface RetrieveOptions extends CallOptions {
  readonly copies?: 'one' | 'most';
}

export type FieldKind = 'keyword' | 'integer';

/**
 * The part of Qdrant's interface that the store uses, over the vendor's client. Every write waits until it is applied. Reads of unknown
 * collections reject with `NOT_INDEXED`. Whatever goes wrong arrives as an `IbidError`: `TIMED_OUT`, `RATE_LIMITED`, `UPSTREAM_FAILED`
 * (all with `retryable`), `INVALID_CONFIG` for a refused key, `ABORTED` for the caller's own signal. Calls are repeated as long as
 * that may help and the deadline allows: every one of them may be done twice.
 */
export interface QdrantCalls {
  /** Version of the server, such as `1.18.0`. */
  version(options?: CallOptions): Promise<string>;
  /** Follows an alias; `undefined` when there is no such collection. */
  collection(name: string, options?: CallOptions): Promise<CollectionSummary | undefined>;
  /**
   * Rejects with `INVALID_CONFIG` when the collection has copies which might hide from a reader what was written, or from a writer that
   * there is another. A no-op for an unknown one.
   */
  requireCopies(name: string, purpose: 'read' | 'write', options?: CallOptions): Promise<void>;
  /** Names of collections, aliases left out. */
  collections(options?: CallOptions): Promise<readonly string[]>;
  /** What an alias points to. */
  alias(name: string, options?: CallOptions): Promise<string | undefined>;
  /** `false` when there was one already. */
  createCollection(name: string, settings: CollectionSettings, options?: CallOptions): Promise<boolean>;
  /** A no-op for an unknown one. */
  deleteCollection(name: string, options?: CallOptions): Promise<void>;
  /** Lets `alias` point to `collection`, whatever it pointed to before, in one step. */
  switchAlias(alias: string, collection: string, options?: CallOptions): Promise<void>;
  createFieldIndex(collection: string, field: string, kind: FieldKind, options?: CallOptions): Promise<void>;
  /** Adds or replaces; in batches of bounded size, so not atomic as a whole. */
  upsert(collection: string, points: readonly Point[], options?: CallOptions): Promise<void>;
  /** Adds a point unless there is one with its id when the write is applied. Needs a server for which `checkServerVersion` to begin resolves. */
  insert(collection: string, point: Point, options?: CallOptions): Promise<void>;
  /** Sets these fields of all points that pass the filter when the write is applied, and leaves their other fields alone. */
  setPayload(collection: string, payload: Payload, filter: Filter, options?: CallOptions): Promise<void>;
  deletePayload(collection: string, keys: readonly string[], filter: Filter, options?: CallOptions): Promise<void>;
  deletePoints(collection: string, filter: Filter, options?: CallOptions): Promise<void>;
  /** Those of the ids that are there, in any order. */
  retrieve(
    collection: string,
    ids: readonly string[],
    payload: Wanted,
    options?: RetrieveOptions,
  ): Promise<readonly FoundPoint[]>;
  /** All points that pass the filter, page by page in order of id. */
  scroll(
    collection: string,
    query: { readonly filter: Filter; readonly payload: Wanted; readonly pageSize?: number },
    options?: CallOptions,
  ): AsyncIterable<readonly FoundPoint[]>;
  /** Like `scroll`, with the vectors as they are stored. */
  scrollVectors(
    collection: string,
    query: { readonly filter: Filter; readonly payload: Wanted; readonly pageSize?: number },
    options?: CallOptions,
  ): AsyncIterable<readonly (FoundPoint & { readonly vectors: Vectors })[]>;
  /** Exact. */
  count(collection: string, filter: Filter, options?: CallOptions): Promise<number>;
  /** `result[i]` belongs to `queries[i]`, best first; equal scores come in any order. One request. */
  query(
    collection: string,
    queries: readonly NearQuery[],
    options?: CallOptions,
  ): Promise<readonly (readonly ScoredPoint[])[]>;
  /** Lets go of connections. */
  close(): Promise<void>;
}
