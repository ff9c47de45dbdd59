import { dotRows } from './dot-kernel.ts';
import type { QuantisedRows } from './generation.ts';

const LARGEST = 127;
const SMALLEST = 1e-30;
const ROWS_A_STEP = 1024;

/**
 * Rows of int8 with one scale each. `read` fills the vector of a row into the given array. The error of a row is the length of
 * what rounding took away: by Cauchy-Schwarz no unit query can be off by more.
 */
export function* quantiseRows(
  count: number,
  dimensions: number,
  read: (row: number, into: Float64Array) => void,
): Generator<undefined, QuantisedRows> {
  const dots = dotRows(count, dimensions);
  const scales = new Float32Array(count);
  const errors = new Float32Array(count);
  const vector = new Float64Array(dimensions);
  for (let row = 0; row < count; row++) {
    read(row, vector);
    quantiseRow(vector, row, { dots, scales, errors });
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
  }
  return { dots, scales, errors };
}

function quantiseRow(vector: Float64Array, row: number, { dots, scales, errors }: QuantisedRows): void {
  const { rows, width } = dots;
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i]!);
    if (size > largest) largest = size;
  }
  // Rows of next to nothing stay zero: their scale would lose its digits in float32, and values would run over.
  if (largest < SMALLEST) return;
  scales[row] = largest / LARGEST;
  const scale = scales[row]!;
  const inverse = 1 / scale;
  let lost = 0;
  for (let i = 0, at = row * width; i < vector.length; i++, at++) {
    const rounded = Math.floor(vector[i]! * inverse + 0.5);
    rows[at] = rounded;
    const difference = vector[i]! - rounded * scale;
    lost += difference * difference;
  }
  errors[row] = Math.sqrt(lost);
}
