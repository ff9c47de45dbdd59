import { BM25F } from '@ibid/core';
import type { SparseVector, Vectors } from '../client/qdrant-calls.ts';
import { SPARSE } from '../layout.ts';

/**
 * What is wrong with a sparse vector; `undefined` when it is sound. Its indices follow from the words. Its values, where they rest on the
 * averages of some day that nobody wrote down, are only known to be above 0 and below what endless repetition would earn.
 */
export function weightsProblem(
  stored: Vectors,
  expected: Vectors | undefined,
  weights: 'as expected' | 'of some day',
): string | undefined {
  const [own, sound] = [inOrder(stored[SPARSE]), inOrder(expected?.[SPARSE])];
  if (own.length === 0 && sound.length > 0) return 'has no sparse vector';
  if (own.length !== sound.length || own.some(([index], i) => index !== sound[i]![0])) {
    return 'has a sparse vector of other words';
  }
  const isSound = own.every(([, value], i) => {
    const right = sound[i]![1];
    if (weights === 'as expected') return Math.abs(value - right) <= ROUNDING * right;
    // Two words of one index add up.
    return value > 0 && value < 2 * MOST;
  });
  return isSound ? undefined : 'has a sparse vector with weights that no words have';
}

const MOST = BM25F.k1 + 1;
/** Qdrant keeps 32 bits. */
const ROUNDING = 1e-5;

function inOrder(vector: Vectors[string] | undefined): readonly (readonly [index: number, value: number])[] {
  if (vector === undefined || vector instanceof Float32Array) return [];
  const { indices, values }: SparseVector = vector;
  return indices.map((index, i) => [index, values[i] ?? 0] as const).sort(([a], [b]) => a - b);
}
