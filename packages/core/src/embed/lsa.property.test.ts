import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dense, orthonormalBasis, rightSingularVectors, symmetricEigen, timesTerms } from './singular-vectors.ts';
import { fitLsa, type TermMatrix, termMatrixBuilder } from './fit-lsa.ts';
import { openLsa } from './lsa.ts';

const WORDS = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi'.split(' ');
const passage = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));
const passages = fc.array(passage, { maxLength: 25 });
const entry = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 1000);

function dense(rows: number, columns: number): fc.Arbitrary<Dense> {
  return fc
    .array(entry, { minLength: rows * columns, maxLength: rows * columns })
    .map((values) => ({ rows, columns, data: Float64Array.from(values) }));
}

const anyDense = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9 }))
  .chain(([rows, columns]) => dense(rows, columns));

function matrixOf(texts: readonly string[]): TermMatrix {
  const builder = termMatrixBuilder();
  for (const text of texts) builder.add(text);
  return builder.build();
}

/** Columns `a` of one and `b` of the other. */
function columnProduct(left: Dense, a: number, right: Dense, b: number): number {
  let sum = 0;
  for (let row = 0; row < left.rows; row++) {
    sum += left.data[row * left.columns + a]! * right.data[row * right.columns + b]!;
  }
  return sum;
}

function rowCosine(matrix: TermMatrix, a: number, b: number): number {
  const row = (index: number): Map<number, number> =>
    new Map(
      Array.from(matrix.columns.subarray(matrix.starts[index]!, matrix.starts[index + 1]!), (column, i) => [
        column,
        matrix.values[matrix.starts[index]! + i]!,
      ]),
    );
  const other = row(b);
  return [...row(a)].reduce((sum, [column, value]) => sum + value * (other.get(column) ?? 0), 0);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

describe('the latent space', () => {
  it('that keeps every dimension has the cosines of the weighted terms', () => {
    fc.assert(
      fc.property(passages, (texts) => {
        const matrix = matrixOf(texts);
        const { project } = openLsa(fitLsa(texts).data);
        const vectors = texts.map(project);
        vectors.forEach((vector, i) => expect(cosine(vector, vectors[0]!)).toBeCloseTo(rowCosine(matrix, i, 0), 3));
      }),
    );
  });

  it('holds as much of the matrix as the best space of its size', () => {
    fc.assert(
      fc.property(passages, fc.integer({ min: 1, max: 6 }), fc.integer(), (texts, count, seed) => {
        const matrix = matrixOf(texts);
        const terms = matrix.terms.length;
        const whole: Dense = { rows: terms, columns: terms, data: new Float64Array(terms * terms) };
        for (let i = 0; i < terms; i++) whole.data[i * terms + i] = 1;
        const weights = timesTerms(matrix, whole);
        const squares = new Float64Array(terms * terms);
        for (let i = 0; i < terms; i++) {
          for (let j = 0; j < terms; j++) squares[i * terms + j] = columnProduct(weights, i, weights, j);
        }
        const leading = symmetricEigen(squares, terms).values.slice(0, count);
        const best = leading.reduce((sum, value) => sum + value, 0);
        const vectors = rightSingularVectors(matrix, count, { seed });
        const projected = timesTerms(matrix, vectors);
        let held = 0;
        for (let i = 0; i < vectors.columns; i++) held += columnProduct(projected, i, projected, i);
        // Three power iterations leave a little where singular values lie close together.
        expect(held).toBeGreaterThanOrEqual(best * 0.99);
        expect(held).toBeLessThanOrEqual(best + 1e-6);
      }),
    );
  });

  it('exists for any texts, and gives any text a finite vector of length 1 or 0', () => {
    const text = fc.oneof(passage, fc.string({ unit: 'binary', maxLength: 40 }), fc.lorem({ maxCount: 20 }));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 15 }),
        text,
        fc.integer({ min: 1, max: 20 }),
        (texts, other, dimensions) => {
          const space = fitLsa(texts, { dimensions });
          const { project } = openLsa(space.data);
          expect(space.dimensions).toBeLessThanOrEqual(dimensions);
          for (const vector of [...texts, other].map(project)) {
            expect(vector).toHaveLength(space.dimensions);
            const length = Math.sqrt(cosine(vector, vector));
            expect(Math.min(Math.abs(length), Math.abs(length - 1))).toBeCloseTo(0, 5);
          }
        },
      ),
    );
  });
});

describe('orthonormalBasis', () => {
  it('gives orthonormal columns that rebuild the matrix, also where its columns depend on each other', () => {
    fc.assert(
      fc.property(anyDense, fc.boolean(), (matrix, doubled) => {
        if (doubled)
          for (let row = 0; row < matrix.rows; row++)
            matrix.data[row * matrix.columns] = matrix.data[(row + 1) * matrix.columns - 1]!;
        const basis = orthonormalBasis({ ...matrix, data: matrix.data.slice() });
        for (let i = 0; i < basis.columns; i++) {
          for (let j = 0; j < basis.columns; j++) {
            expect(columnProduct(basis, i, basis, j)).toBeCloseTo(i === j ? 1 : 0, 4);
          }
        }
        for (let column = 0; column < matrix.columns; column++) {
          const shares = Array.from({ length: basis.columns }, (_, i) => columnProduct(basis, i, matrix, column));
          const missing = columnProduct(matrix, column, matrix, column) - shares.reduce((sum, x) => sum + x * x, 0);
          expect(missing).toBeCloseTo(0, 6);
        }
      }),
    );
  });

  it('gives no column for a matrix of zeros', () => {
    expect(orthonormalBasis({ rows: 3, columns: 2, data: new Float64Array(6) }).columns).toBe(0);
  });
});

describe('symmetricEigen', () => {
  it('gives eigenvectors in falling order of their values', () => {
    fc.assert(
      fc.property(anyDense, (matrix) => {
        const size = matrix.columns;
        const squares = Float64Array.from({ length: size * size }, (_, at) =>
          columnProduct(matrix, Math.floor(at / size), matrix, at % size),
        );
        const { values, vectors } = symmetricEigen(squares, size);
        expect([...values]).toEqual([...values].sort((a, b) => b - a));
        for (let rank = 0; rank < size; rank++) {
          if (values[rank]! <= 1e-12 * values[0]!) continue;
          for (let row = 0; row < size; row++) {
            let image = 0;
            for (let i = 0; i < size; i++) image += squares[row * size + i]! * vectors[rank * size + i]!;
            expect(image).toBeCloseTo(values[rank]! * vectors[rank * size + row]!, 8);
          }
        }
      }),
    );
  });
});
