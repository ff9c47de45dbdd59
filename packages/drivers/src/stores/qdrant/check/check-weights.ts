import { BM25F } from '@ibid/core';
import type { SparseVector, Vectors } from '../client/qdrant-calls.ts';
import { SPARSE } from '../layout.ts';

/**
 * What is wrong with a sparse vector; `undefined` when it is sound. Its indices follow from the words; its values rest on the averages of
 * some earlier day, and are only known to be above 0 and below what endless repetition would earn.
 */
export function weightsProblem(stored: Vectors, expected: Vectors | undefined): string | undefined {
  const [own, sound] = [inOrder(stored[SPARSE]), inOrder(expected?.[SPARSE])];
  if (own.length === 0 && sound.length > 0) return 'has no sparse vector';
  if (own.length !== sound.length || own.some(([index], i) => index !== sound[i]![0])) {
    return 'has a sparse vector of other words';
  }
  // Two words of one index add up.
  const isSound = own.every(([, value], i) => value > 0 && value < MOST * Math.max(1, Math.ceil(sound[i]![1])));
  return isSound ? undefined : 'has a sparse vector with weights that no words have';
}

const MOST = BM25F.k1 + 1;

function inOrder(vector: Vectors[string] | undefined): readonly (readonly [index: number, value: number])[] {
  if (vector === undefined || vector instanceof Float32Array) return [];
  const { indices, values }: SparseVector = vector;
  return indices.map((index, i) => [index, values[i] ?? 0] as const).sort(([a], [b]) => a - b);
}
