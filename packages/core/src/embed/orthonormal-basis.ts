import { gram, mapColumns, type Dense } from './dense.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** Directions whose squared length is below this share of the longest are rounding noise or doubles. */
const NOISE = 1e-10;

/**
 * Orthonormal columns that span the columns of `matrix`, longest direction first, at most `limit`, in the memory of `matrix`. Rank-deficient input gives
 * fewer columns, an all-zero one none. Through the eigenvectors of the Gram matrix, which cannot break down where a
 * Cholesky factor would; the columns are orthogonal to about 1e-6 at the shortest direction kept, far better elsewhere.
 */
export function orthonormalBasis(matrix: Dense, limit: number = matrix.columns): Dense {
  const { columns } = matrix;
  const { values, vectors } = symmetricEigen(gram(matrix), columns);
  const floor = NOISE * (values[0] ?? 0);
  let kept = 0;
  while (kept < Math.min(limit, columns) && values[kept]! > floor) kept++;
  const map = vectors.slice(0, kept * columns);
  for (let i = 0; i < kept; i++) {
    const scale = 1 / Math.sqrt(values[i]!);
    for (let j = 0; j < columns; j++) map[i * columns + j]! *= scale;
  }
  return mapColumns(matrix, map, kept);
}
