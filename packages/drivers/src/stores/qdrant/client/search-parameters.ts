import type { CheckedOptions } from './check-options.ts';
import type { NearQuery } from './qdrant-calls.ts';

/** How many times the asked number of points is looked up again in the vectors themselves; a bit a number says less than a byte. */
const OVERSAMPLING = { scalar: 1.5, binary: 3 } as const;

/** How a search goes about it; `{}` as the server likes. */
export function searchParameters(query: Pick<NearQuery, 'vector' | 'exact'>, options: CheckedOptions): object {
  const { quantization, hnsw } = options;
  const isDense = query.vector instanceof Float32Array;
  const isQuantized = isDense && quantization !== 'none';
  if (query.exact ?? options.exact) {
    return { exact: true, ...(isQuantized ? { quantization: { ignore: true } } : {}) };
  }
  return {
    ...(isDense && hnsw.ef !== undefined ? { hnsw_ef: hnsw.ef } : {}),
    ...(isQuantized ? { quantization: { rescore: true, oversampling: OVERSAMPLING[quantization] } } : {}),
  };
}
