import type { Dense } from './dense.ts';
import type { TermMatrix } from './term-matrix.ts';

/** `X · right`: passages × columns of `right`. */
export function timesTerms(matrix: TermMatrix, right: Dense): Dense {
  const width = right.columns;
  const from = right.data;
  const out = new Float64Array(matrix.passages * width);
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

/** `Xᵀ · right`: terms × columns of `right`. */
export function timesPassages(matrix: TermMatrix, right: Dense): Dense {
  const width = right.columns;
  const from = right.data;
  const out = new Float64Array(matrix.terms.length * width);
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
