import type { JsonObject } from './engine/json-value.ts';
import type { PointId } from './engine/point-id.ts';
import type { QdrantFault, QdrantFaultPlan } from './faults/qdrant-fault.ts';

export interface QdrantServiceOptions {
  /** 0 for any free one. @default 0 */
  readonly port?: number;
  /** Asked for in `api-key` (or as a bearer token) of all but `/` and the health checks. @default none is asked for */
  readonly apiKey?: string;
  /** What `GET /` says. @default '1.18.0' */
  readonly version?: string;
  /** Refuses filters on fields without a payload index in all collections, as Qdrant's strict mode does. @default false */
  readonly strictMode?: boolean;
  /** What `prevent_unoptimized` is where a collection does not say: points with vectors are seen late, and a write that waits for it is answered before. @default false */
  readonly preventUnoptimized?: boolean;
  /** Seed of the order of equal scores, which is another one with every request. @default 1 */
  readonly seed?: number;
  /** Milliseconds after which writes without `wait=true` are applied. @default 5 */
  readonly applyAfterMs?: number;
  /** Largest body of a request in bytes. @default 32 MiB */
  readonly maxBodyBytes?: number;
}

/** A request as it arrived. */
export interface ServedQdrantRequest {
  readonly method: string;
  /** Name of the operation in Qdrant's OpenAPI document, such as `upsert_points`; `unknown` for what is not served. */
  readonly route: string;
  /** With the query string. */
  readonly path: string;
  readonly bodyBytes: number;
  /** What was done to it. */
  readonly fault: QdrantFault['kind'] | undefined;
  /** Of the reply; `undefined` while, and if, there is none. */
  status: number | undefined;
}

export interface PointSnapshot {
  readonly id: PointId;
  readonly payload: JsonObject;
  readonly vectors: readonly string[];
}

export interface CollectionSnapshot {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Fields with a payload index, by kind. */
  readonly indexes: Readonly<Record<string, string>>;
  /** In order of id. */
  readonly points: readonly PointSnapshot[];
}

export interface QdrantService extends AsyncDisposable {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly ServedQdrantRequest[];
  /** What did not fit Qdrant's published shapes, or is not served here: requests of the client, and replies of this service itself. */
  readonly violations: readonly string[];
  /** How many requests for this operation came in. */
  count(route: string): number;
  /** Forgets the log, not the state. */
  clearLog(): void;
  /** Does this to the next `times` requests that it is planned for. Plans are asked in the order in which they were made. */
  fault(plan: QdrantFaultPlan): void;
  /** Drops all plans. */
  heal(): void;
  /**
   * From now on the copies of these points differ, of no others: whoever asks several copies is not shown them, and a page of a scroll
   * that got short by it says that it is the last, as Qdrant's do. With `fields`, some copies have these and others lack them: points are
   * left out only where one of them was asked for.
   */
  differ(ids: readonly PointId[], fields?: readonly string[]): void;
  /** Applies now what was acknowledged but put off. */
  settle(): void;
  /** What is kept at this moment. */
  collections(): readonly CollectionSnapshot[];
  /** Refuses connections, keeping the state, until `start`. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
  /** Ends every socket. */
  close(): Promise<void>;
}
