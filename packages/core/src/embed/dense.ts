/** Row-major `rows` × `columns`. */
export interface Dense {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/** `matrixᵀ · matrix`, row-major. Four rows at a time, so that each sum is loaded and stored once per four products. */
export function gram({ rows, columns, data }: Dense): Float64Array {
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
export function mapColumns({ rows, columns, data }: Dense, map: Float64Array, count: number): Dense {
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
