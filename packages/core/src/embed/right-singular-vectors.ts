import type { Dense } from './dense.ts';
import { orthonormalBasis } from './orthonormal-basis.ts';
import { seededGaussian } from './seeded-gaussian.ts';
import { timesPassages, timesTerms } from './sparse-products.ts';
import type { TermMatrix } from './term-matrix.ts';

const OVERSAMPLING = 10;
const POWER_ITERATIONS = 3;

/** Calls of `onStep` per run. */
export const SINGULAR_STEPS: number = 2 + 2 * POWER_ITERATIONS;

/**
 * The `count` leading right singular vectors of the matrix as columns (terms × count), or as many as its rank allows.
 * Randomized subspace iteration: a Gaussian test matrix, then alternate products with X and Xᵀ, each made
 * orthonormal again so that small directions are not rounded away.
 */
export function rightSingularVectors(
  matrix: TermMatrix,
  count: number,
  options: { readonly seed: number; readonly onStep?: () => void },
): Dense {
  const width = Math.min(count + OVERSAMPLING, matrix.passages, matrix.terms.length);
  const next = seededGaussian(options.seed);
  const test = new Float64Array(matrix.terms.length * width);
  for (let i = 0; i < test.length; i++) test[i] = next();
  let byTerm: Dense = { rows: matrix.terms.length, columns: width, data: test };
  const toPassages = (): Dense => {
    const basis = orthonormalBasis(timesTerms(matrix, byTerm));
    options.onStep?.();
    return basis;
  };
  let byPassage = toPassages();
  for (let i = 0; i < POWER_ITERATIONS; i++) {
    byTerm = orthonormalBasis(timesPassages(matrix, byPassage));
    options.onStep?.();
    byPassage = toPassages();
  }
  // The Gram matrix of Xᵀ·Q has the squared singular values, so its leading directions are the wanted vectors.
  const vectors = orthonormalBasis(timesPassages(matrix, byPassage), count);
  options.onStep?.();
  return vectors;
}
