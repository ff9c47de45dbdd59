import type { Collection } from './collection.ts';
import { kindOf } from './field-indexes.ts';
import { jsonPath, valuesAt } from './json-path.ts';

const DEFAULTS = {
  hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000, max_indexing_threads: 0, on_disk: false },
  optimizer_config: {
    deleted_threshold: 0.2,
    vacuum_min_vector_number: 1000,
    default_segment_number: 0,
    max_segment_size: null,
    memmap_threshold: null,
    indexing_threshold: 10_000,
    flush_interval_sec: 5,
    max_optimization_threads: null,
  },
  wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0, wal_retain_closed: 1 },
} as const;

/** A collection as `GET /collections/{name}` describes it. */
export function collectionInfo({ settings, points, indexes }: Collection): object {
  const given: Readonly<Record<string, unknown>> = settings;
  return {
    status: 'green',
    optimizer_status: 'ok',
    indexed_vectors_count: 0,
    points_count: points.size,
    segments_count: 1,
    config: {
      params: {
        ...(given['vectors'] === undefined ? {} : { vectors: given['vectors'] }),
        shard_number: given['shard_number'] ?? 1,
        replication_factor: given['replication_factor'] ?? 1,
        write_consistency_factor: given['write_consistency_factor'] ?? 1,
        on_disk_payload: given['on_disk_payload'] ?? true,
        ...(given['sparse_vectors'] === undefined ? {} : { sparse_vectors: given['sparse_vectors'] }),
      },
      hnsw_config: { ...DEFAULTS.hnsw_config, ...(given['hnsw_config'] as object | null) },
      optimizer_config: { ...DEFAULTS.optimizer_config, ...(given['optimizers_config'] as object | null) },
      wal_config: { ...DEFAULTS.wal_config, ...(given['wal_config'] as object | null) },
      quantization_config: given['quantization_config'] ?? null,
      ...(given['strict_mode_config'] === undefined ? {} : { strict_mode_config: given['strict_mode_config'] }),
    },
    payload_schema: Object.fromEntries(
      [...indexes.byField].map(([field, schema]) => [
        field,
        {
          data_type: kindOf(schema),
          ...(typeof schema === 'string' ? {} : { params: schema }),
          points: [...points.values()].filter(({ payload }) => valuesAt(payload, jsonPath(field)).length > 0).length,
        },
      ]),
    ),
  };
}
