/** Eigenvalues falling, `vectors` holding the matching unit eigenvectors as rows. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const MAX_SWEEPS = 60;
const ORTHOGONAL = 1e-14;

/**
 * Eigenvectors of a symmetric positive semidefinite matrix (row-major, `size` × `size`), by one-sided Jacobi rotations:
 * rows are rotated in pairs until all are orthogonal; they are then the eigenvectors times their eigenvalues. Values are
 * right to about 1e-15 of the largest one, and vectors of smaller values than that are meaningless.
 */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  const rows = Float64Array.from(matrix);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) if (!rotateAll(rows, size)) break;
  const norms = Float64Array.from({ length: size }, (_, row) => Math.sqrt(dot(rows, row, row, size)));
  const order = Array.from(norms.keys()).sort((a, b) => norms[b]! - norms[a]! || a - b);
  const vectors = new Float64Array(size * size);
  order.forEach((row, rank) => {
    const norm = norms[row]!;
    if (norm > 0) for (let i = 0; i < size; i++) vectors[rank * size + i] = rows[row * size + i]! / norm;
  });
  return { values: Float64Array.from(order, (row) => norms[row]!), vectors };
}

function rotateAll(rows: Float64Array, size: number): boolean {
  let rotated = false;
  // Rows that are rounding noise beside the largest never become orthogonal to each other; leave them.
  const noise = 1e-32 * Math.max(...Array.from({ length: size }, (_, row) => dot(rows, row, row, size)));
  for (let p = 0; p < size - 1; p++) {
    for (let q = p + 1; q < size; q++) {
      const pp = dot(rows, p, p, size);
      const qq = dot(rows, q, q, size);
      if (pp <= noise || qq <= noise) continue;
      const pq = dot(rows, p, q, size);
      if (Math.abs(pq) <= ORTHOGONAL * Math.sqrt(pp * qq)) continue;
      const cotangent = (qq - pp) / (2 * pq);
      const tangent = (cotangent < 0 ? -1 : 1) / (Math.abs(cotangent) + Math.sqrt(1 + cotangent * cotangent));
      const cosine = 1 / Math.sqrt(1 + tangent * tangent);
      rotate(rows, p * size, q * size, size, cosine, cosine * tangent);
      rotated = true;
    }
  }
  return rotated;
}

function dot(rows: Float64Array, p: number, q: number, size: number): number {
  let sum = 0;
  for (let i = 0, a = p * size, b = q * size; i < size; i++) sum += rows[a + i]! * rows[b + i]!;
  return sum;
}

function rotate(rows: Float64Array, p: number, q: number, size: number, cosine: number, sine: number): void {
  for (let i = 0; i < size; i++) {
    const a = rows[p + i]!;
    const b = rows[q + i]!;
    rows[p + i] = cosine * a - sine * b;
    rows[q + i] = sine * a + cosine * b;
  }
}
