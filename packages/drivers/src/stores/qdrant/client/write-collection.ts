import type { CheckedOptions } from './check-options.ts';
import type { CollectionSettings } from './qdrant-calls.ts';

/** What a new collection is made with. Settings that nobody gave are left to the server. */
export function writeCollection({ dense, sparse }: CollectionSettings, options: CheckedOptions): object {
  const { shards, replicas, writeConsistency, onDisk, hnsw } = options;
  const names = Object.keys(dense);
  const vector = (name: string): object => ({ ...dense[name], ...given('on_disk', onDisk.vectors) });
  const graph = { ...given('m', hnsw.m), ...given('ef_construct', hnsw.efConstruct) };
  const hasDense = names.length > 0;
  return {
    vectors:
      hasDense && names.every((name) => name === '')
        ? vector('')
        : Object.fromEntries(names.map((name) => [name, vector(name)])),
    sparse_vectors: Object.fromEntries(
      Object.entries(sparse).map(([name, { modifier }]) => [
        name,
        { modifier, ...(onDisk.vectors === undefined ? {} : { index: { on_disk: onDisk.vectors } }) },
      ]),
    ),
    ...given('shard_number', shards),
    ...given('replication_factor', replicas),
    ...given('write_consistency_factor', writeConsistency),
    ...given('on_disk_payload', onDisk.payload),
    ...(hasDense && Object.keys(graph).length > 0 ? { hnsw_config: graph } : {}),
    ...(hasDense ? quantized(options) : {}),
    // A point must be seen when its write is answered: a server may be set up to show points only once they are indexed.
    ...(hasDense ? { optimizers_config: { prevent_unoptimized: false } } : {}),
  };
}

function given(name: string, value: number | boolean | undefined): object {
  return value === undefined ? {} : { [name]: value };
}

function quantized({ quantization }: CheckedOptions): object {
  if (quantization === 'scalar') return { quantization_config: { scalar: { type: 'int8', always_ram: true } } };
  if (quantization === 'binary') return { quantization_config: { binary: { always_ram: true } } };
  return {};
}
