import type { Filter } from './payload-filter.ts';
import type { JsonObject } from './json-value.ts';
import type { PayloadSelector } from './payload-selector.ts';
import type { PointId } from './point-id.ts';

/** Requests as far as they are served; that they fit Qdrant's published shapes was checked before. */
export type GivenVector =
  | readonly number[]
  | { readonly indices: readonly number[]; readonly values: readonly number[] };

export type GivenVectors = readonly number[] | { readonly [name: string]: GivenVector };

export type VectorSelector = boolean | readonly string[] | null | undefined;

export interface GivenPoint {
  readonly id: PointId;
  readonly vector: GivenVectors;
  readonly payload?: JsonObject | null;
}

export interface UpsertBody {
  readonly points?: readonly GivenPoint[];
  readonly batch?: {
    readonly ids: readonly PointId[];
    readonly vectors: readonly (readonly number[])[] | { readonly [name: string]: readonly GivenVector[] };
    readonly payloads?: readonly (JsonObject | null)[] | null;
  };
  readonly update_filter?: Filter | null;
  readonly update_mode?: 'upsert' | 'insert_only' | 'update_only' | null;
}

export interface SelectorBody {
  readonly points?: readonly PointId[] | null;
  readonly filter?: Filter | null;
}

export interface SetPayloadBody extends SelectorBody {
  readonly payload: JsonObject;
  readonly key?: string | null;
}

export interface DeletePayloadBody extends SelectorBody {
  readonly keys: readonly string[];
}

export interface RetrieveBody {
  readonly ids: readonly PointId[];
  readonly with_payload?: PayloadSelector;
  readonly with_vector?: VectorSelector;
}

export interface ScrollBody {
  readonly offset?: PointId | null;
  readonly limit?: number | null;
  readonly filter?: Filter | null;
  readonly with_payload?: PayloadSelector;
  readonly with_vector?: VectorSelector;
  readonly order_by?: unknown;
}

export interface CountBody {
  readonly filter?: Filter | null;
  readonly exact?: boolean;
}

export interface QueryBody {
  readonly query?: GivenVector | PointId | { readonly nearest: GivenVector | PointId } | null;
  readonly using?: string | null;
  readonly filter?: Filter | null;
  readonly params?: { readonly exact?: boolean; readonly idf?: unknown } | null;
  readonly score_threshold?: number | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
  readonly with_payload?: PayloadSelector;
  readonly with_vector?: VectorSelector;
  readonly prefetch?: unknown;
  readonly lookup_from?: unknown;
}

export interface VectorParams {
  readonly size: number;
  readonly distance: 'Cosine' | 'Dot' | 'Euclid' | 'Manhattan';
  readonly datatype?: string | null;
  readonly multivector_config?: unknown;
}

export interface SparseVectorParams {
  readonly modifier?: 'idf' | 'none' | null;
}

export interface StrictModeConfig {
  readonly enabled?: boolean | null;
  readonly unindexed_filtering_retrieve?: boolean | null;
  readonly unindexed_filtering_update?: boolean | null;
  readonly [setting: string]: unknown;
}

export interface CreateCollectionBody {
  readonly vectors?: VectorParams | { readonly [name: string]: VectorParams };
  readonly sparse_vectors?: { readonly [name: string]: SparseVectorParams } | null;
  readonly strict_mode_config?: StrictModeConfig | null;
  readonly optimizers_config?: { readonly prevent_unoptimized?: boolean | null } | null;
  readonly [setting: string]: unknown;
}
