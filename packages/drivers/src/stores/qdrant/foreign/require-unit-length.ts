import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { notUnit } from './describe-foreign.ts';

const SAMPLE = 64;
/** Vectors kept as 16-bit floats are off by less. */
const TOLERANCE = 0.01;

/**
 * Dot is the cosine only between vectors of length 1. Looks at the first points; what is met later, `searchForeign` refuses. Vectors without
 * length resemble nothing, and pass.
 */
export async function requireUnitLength(calls: QdrantCalls, base: string, call?: CallOptions): Promise<void> {
  for await (const points of calls.scrollVectors(base, { filter: {}, payload: [], pageSize: SAMPLE }, call)) {
    for (const { vectors } of points) {
      const vector = vectors[''];
      if (!(vector instanceof Float32Array)) continue;
      const length = Math.hypot(...vector);
      if (length !== 0 && Math.abs(length - 1) > TOLERANCE) throw notUnit(base);
    }
    return;
  }
}
