import type { TermMatrix } from './fit-lsa.ts';

const OVERSAMPLING = 10;
/** A large site gives directions enough from a short search; it takes half the time, and what is found for questions stays. */
const LARGE_SITE = 10_000;

function powerIterations({ passages }: TermMatrix): number {
  return passages > LARGE_SITE ? 1 : 3;
}

/** Calls of `onStep` in a run over the matrix. */
export function singularSteps(matrix: TermMatrix): number {
  return 2 + 2 * powerIterations(matrix);
}

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
  // All products are written into these two, which are the bulk of the memory that a fit takes.
  const termRoom = new Float64Array(matrix.terms.length * width);
  const passageRoom = new Float64Array(matrix.passages * width);
  const next = seededGaussian(options.seed);
  for (let i = 0; i < termRoom.length; i++) termRoom[i] = next();
  const start = { rows: matrix.terms.length, columns: width, data: termRoom };
  let byPassage = step(timesTerms(matrix, start, passageRoom));
  for (let i = powerIterations(matrix); i > 0; i--) {
    const byTerm = step(timesPassages(matrix, byPassage, termRoom));
    byPassage = step(timesTerms(matrix, byTerm, passageRoom));
  }
  // The Gram matrix of Xᵀ·Q has the squared singular values, so its leading directions are the wanted vectors.
  return step(timesPassages(matrix, byPassage, termRoom), count);
}

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

/** Eigenvalues falling, `vectors` holding the matching unit eigenvectors as rows. */
interface Eigen {
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
  // Rows that are rounding noise compared with the largest never become orthogonal to each other; leave them.
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

/** `X · right`: passages × columns of `right`, in `room`. */
export function timesTerms(
  matrix: TermMatrix,
  right: Dense,
  room: Float64Array = new Float64Array(matrix.passages * right.columns),
): Dense {
  const width = right.columns;
  const from = right.data;
  const out = room.subarray(0, matrix.passages * width).fill(0);
  const { starts, columns, values } = matrix;
  for (let row = 0; row < matrix.passages; row++) {
    const to = row * width;
    const end = starts[row + 1]!;
    let at = starts[row]!;
    // Two terms at a time: half the loads and stores of the running sums.
    for (; at + 1 < end; at += 2) {
      const a = values[at]!;
      const b = values[at + 1]!;
      const m = columns[at]! * width;
      const n = columns[at + 1]! * width;
      for (let j = 0; j < width; j++) out[to + j]! += a * from[m + j]! + b * from[n + j]!;
    }
    if (at < end) {
      const a = values[at]!;
      const m = columns[at]! * width;
      for (let j = 0; j < width; j++) out[to + j]! += a * from[m + j]!;
    }
  }
  return { rows: matrix.passages, columns: width, data: out };
}

/** `Xᵀ · right`: terms × columns of `right`, in `room`. */
function timesPassages(matrix: TermMatrix, right: Dense, room: Float64Array): Dense {
  const width = right.columns;
  const from = right.data;
  const out = room.subarray(0, matrix.terms.length * width).fill(0);
  const { starts, columns, values } = matrix;
  for (let row = 0; row < matrix.passages; row++) {
    const m = row * width;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const a = values[at]!;
      const to = columns[at]! * width;
      for (let j = 0; j < width; j++) out[to + j]! += a * from[m + j]!;
    }
  }
  return { rows: matrix.terms.length, columns: width, data: out };
}

/** Standard normal numbers that depend on the seed alone. `seed` is taken modulo 2³². */
function seededGaussian(seed: number): () => number {
  let state = seed >>> 0;
  let spare: number | undefined;
  // A Weyl sequence through an avalanche mix: 32 bits, period 2³², plenty for a test matrix.
  const uniform = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    word ^= word >>> 15;
    return ((word >>> 0) + 0.5) / 0x1_0000_0000;
  };
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** Row-major `rows` × `columns`. */
export interface Dense {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/** `matrixᵀ · matrix`, row-major. Four rows at a time, so that each sum is loaded and stored once per four products. */
function gram({ rows, columns, data }: Dense): Float64Array {
  const out = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row += 4) {
    const a = row * columns;
    const b = a + columns;
    const c = b + columns;
    const d = c + columns;
    const left = rows - row;
    for (let i = 0; i < columns; i++) {
      const ai = data[a + i]!;
      const bi = left > 1 ? data[b + i]! : 0;
      const ci = left > 2 ? data[c + i]! : 0;
      const di = left > 3 ? data[d + i]! : 0;
      const to = i * columns;
      if (left > 3) {
        for (let j = i; j < columns; j++) {
          out[to + j]! += ai * data[a + j]! + bi * data[b + j]! + (ci * data[c + j]! + di * data[d + j]!);
        }
      } else {
        for (let j = i; j < columns; j++) {
          let sum = ai * data[a + j]!;
          if (left > 1) sum += bi * data[b + j]!;
          if (left > 2) sum += ci * data[c + j]!;
          out[to + j]! += sum;
        }
      }
    }
  }
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < i; j++) out[i * columns + j] = out[j * columns + i]!;
  }
  return out;
}

/**
 * `matrix · mapᵀ`, where `map` has `count` rows as long as the matrix is wide, at most as many. Works in place: `matrix` is
 * lost, its memory holds the result.
 */
function mapColumns({ rows, columns, data }: Dense, map: Float64Array, count: number): Dense {
  const transposed = new Float64Array(columns * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < columns; j++) transposed[j * count + i] = map[i * columns + j]!;
  }
  const sums = new Float64Array(count);
  for (let row = 0; row < rows; row++) {
    multiplyRow(data, row * columns, columns, transposed, sums);
    data.set(sums, row * count);
  }
  return { rows, columns: count, data: data.subarray(0, rows * count) };
}

/** Sets `sums` to the row of `columns` numbers that begins at `from`, times the matrix. */
function multiplyRow(
  data: Float64Array,
  from: number,
  columns: number,
  matrix: Float64Array,
  sums: Float64Array,
): void {
  const count = sums.length;
  const whole = columns - (columns % 4);
  sums.fill(0);
  let i = 0;
  for (; i < whole; i += 4) {
    const a = data[from + i]!;
    const b = data[from + i + 1]!;
    const c = data[from + i + 2]!;
    const d = data[from + i + 3]!;
    const m = i * count;
    const n = m + count;
    const o = n + count;
    const p = o + count;
    for (let j = 0; j < count; j++) {
      sums[j]! += a * matrix[m + j]! + b * matrix[n + j]! + (c * matrix[o + j]! + d * matrix[p + j]!);
    }
  }
  for (; i < columns; i++) {
    const a = data[from + i]!;
    const m = i * count;
    for (let j = 0; j < count; j++) sums[j]! += a * matrix[m + j]!;
  }
}
