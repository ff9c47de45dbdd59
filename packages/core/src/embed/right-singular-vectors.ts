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
  const step = (product: Dense, limit?: number): Dense => {
    const basis = orthonormalBasis(product, limit);
    options.onStep?.();
    return basis;
  };
  let byPassage = step(timesTerms(matrix, gaussianMatrix(matrix.terms.length, width, options.seed)));
  for (let i = 0; i < POWER_ITERATIONS; i++) {
    const byTerm = step(timesPassages(matrix, byPassage));
    byPassage = step(timesTerms(matrix, byTerm));
  }
  // The Gram matrix of Xᵀ·Q has the squared singular values, so its leading directions are the wanted vectors.
  return step(timesPassages(matrix, byPassage), count);
}

function gaussianMatrix(rows: number, columns: number, seed: number): Dense {
  const next = seededGaussian(seed);
  const data = new Float64Array(rows * columns);
  for (let i = 0; i < data.length; i++) data[i] = next();
  return { rows, columns, data };
}
