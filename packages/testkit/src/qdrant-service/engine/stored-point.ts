import type { JsonObject } from './json-value.ts';
import type { PointId } from './point-id.ts';

/** `indices` rise, and none stands twice. */
export interface StoredSparse {
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

export type StoredVector = Float32Array | StoredSparse;

export interface StoredPoint {
  readonly id: PointId;
  readonly orderKey: string;
  /** Number of the write that touched it last. */
  version: number;
  /** Replaced as a whole, never changed in place: replies may hold on to it. */
  payload: JsonObject;
  vectors: ReadonlyMap<string, StoredVector>;
}
