import type { SparseVector, Vectors } from './qdrant-calls.ts';
import { shortNumbers } from './short-numbers.ts';

/** A vector as it goes into JSON, which would write a typed array as an object. */
export function writeVector(vector: Float32Array | SparseVector): readonly number[] | SparseVector {
  return vector instanceof Float32Array ? shortNumbers(vector) : vector;
}

/** Vectors of a point, by name; a default vector that stands alone is a bare list. */
export function writeVectors(vectors: Vectors): unknown {
  const names = Object.keys(vectors);
  if (names.length === 1 && names[0] === '') return writeVector(vectors['']!);
  return Object.fromEntries(names.map((name) => [name, writeVector(vectors[name]!)]));
}
