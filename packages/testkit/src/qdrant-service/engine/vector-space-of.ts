import type { CreateCollectionBody, VectorParams } from './bodies.ts';
import { refusal } from './refusal.ts';
import type { VectorSpace } from './vector-space.ts';

/** What vectors a collection of these settings has, checked. */
export function vectorSpaceOf({ vectors = {}, sparse_vectors: sparse }: CreateCollectionBody): VectorSpace {
  const named = isOne(vectors) ? { '': vectors } : vectors;
  for (const [name, params] of Object.entries(named)) {
    const { size, distance, datatype, multivector_config: rows } = params;
    if (!Number.isInteger(size) || size < 1 || size > 65_536) {
      throw refusal(
        422,
        `Validation error in JSON body: [vectors.size: value ${size} invalid, must be from 1 to 65536]`,
      );
    }
    if (distance !== 'Cosine' && distance !== 'Dot') {
      throw refusal(501, `The stand-in does not serve the distance ${distance} of vector ${name}`);
    }
    if (rows !== undefined && rows !== null) throw refusal(501, 'The stand-in does not serve vectors of several rows');
    if (datatype !== undefined && datatype !== null && datatype !== 'float32') {
      throw refusal(501, `The stand-in does not serve vectors of type ${datatype}`);
    }
    if (sparse !== undefined && sparse !== null && Object.hasOwn(sparse, name)) {
      throw refusal(400, `Vector name ${name} is used for a dense and a sparse vector`);
    }
  }
  return { dense: new Map(Object.entries(named)), sparse: new Map(Object.entries(sparse ?? {})) };
}

function isOne(vectors: VectorParams | { readonly [name: string]: VectorParams }): vectors is VectorParams {
  return typeof vectors['size'] === 'number';
}
