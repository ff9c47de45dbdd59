import type { SparseVector, Vectors } from './qdrant-calls.ts';

/** The vectors of a point as Qdrant writes them: a bare list is the default vector. `undefined` for anything that cannot be read so. */
export function takeVectors(value: unknown): Vectors | undefined {
  if (isNumbers(value)) return { '': Float32Array.from(value) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const vectors: Record<string, Float32Array | SparseVector> = {};
  for (const [name, given] of Object.entries(value)) {
    const vector = isNumbers(given) ? Float32Array.from(given) : sparse(given);
    if (vector === undefined) return undefined;
    vectors[name] = vector;
  }
  return vectors;
}

function sparse(value: unknown): SparseVector | undefined {
  const { indices, values } = (value ?? {}) as { readonly indices?: unknown; readonly values?: unknown };
  if (!isNumbers(indices) || !isNumbers(values) || indices.length !== values.length) return undefined;
  return { indices, values };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}
