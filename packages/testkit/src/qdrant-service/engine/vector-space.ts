import type { GivenVector, GivenVectors, SparseVectorParams, VectorParams } from './bodies.ts';
import { refusal } from './refusal.ts';
import type { StoredSparse, StoredVector } from './stored-point.ts';

/** The vectors that points of a collection may have, by name; `''` is the default one. */
export interface VectorSpace {
  readonly dense: ReadonlyMap<string, VectorParams>;
  readonly sparse: ReadonlyMap<string, SparseVectorParams>;
}

/** Vectors as the collection keeps them. */
export function storedVectors(space: VectorSpace, given: GivenVectors): Map<string, StoredVector> {
  const named = Array.isArray(given) ? { '': given as readonly number[] } : (given as Record<string, GivenVector>);
  return new Map(Object.entries(named).map(([name, vector]) => [name, storedVector(space, name, vector)]));
}

/** A vector of a point or of a query, checked and prepared for the space of that name. */
export function storedVector({ dense, sparse }: VectorSpace, name: string, given: GivenVector): StoredVector {
  const isDense = Array.isArray(given);
  const params = dense.get(name);
  if (params === undefined && !sparse.has(name)) throw refusal(400, `Not existing vector name error: ${name}`);
  if ((params === undefined) === isDense) {
    throw refusal(400, isDense ? `Vector ${name} is a sparse vector` : `Vector ${name} is a dense vector`);
  }
  if (params === undefined) return sparseVector(given as StoredGiven);
  const values = given as readonly number[];
  if (values.length !== params.size) {
    throw refusal(400, `Vector dimension error: expected dim: ${params.size}, got ${values.length}`);
  }
  if (values.some((value) => typeof value !== 'number')) {
    throw refusal(501, 'The stand-in does not serve vectors of several rows');
  }
  const stored = Float32Array.from(values);
  if (!stored.every(Number.isFinite)) throw refusal(400, `Vector ${name} has values beyond 32-bit floats`);
  return params.distance === 'Cosine' ? normalised(stored) : stored;
}

interface StoredGiven {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

function sparseVector({ indices, values }: StoredGiven): StoredSparse {
  if (indices.length !== values.length) {
    throw refusal(422, 'Validation error in JSON body: [values: must be the same length as indices]');
  }
  if (indices.some((index) => !Number.isInteger(index) || index < 0 || index > 0xffff_ffff)) {
    throw refusal(400, 'Format error in JSON body: indices of sparse vectors are unsigned 32-bit integers');
  }
  if (new Set(indices).size !== indices.length) {
    throw refusal(422, 'Validation error in JSON body: [indices: must be unique]');
  }
  const order = indices.map((_, at) => at).sort((a, b) => indices[a]! - indices[b]!);
  const stored = {
    indices: Uint32Array.from(order, (at) => indices[at]!),
    values: Float32Array.from(order, (at) => values[at]!),
  };
  if (!stored.values.every(Number.isFinite)) throw refusal(400, 'A sparse vector has values beyond 32-bit floats');
  return stored;
}

/** As Qdrant does it: vectors of (nearly) no length, and those of length 1 already, stay as they are. */
function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  squares = Math.fround(squares);
  if (squares < 2 ** -23 || Math.abs(squares - 1) <= 1e-6) return vector;
  const length = Math.fround(Math.sqrt(squares));
  return vector.map((value) => value / length);
}
