import { dotRows } from './dot-kernel.ts';
import type { QuantisedRows } from './generation.ts';

const LARGEST = 127;

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
    let largest = 0;
    for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    scales[row] = largest / LARGEST;
    const scale = scales[row]!;
    if (scale === 0) continue;
    let lost = 0;
    for (let i = 0, at = row * dots.width; i < dimensions; i++, at++) {
      const rounded = Math.round(vector[i]! / scale);
      dots.rows[at] = rounded;
      const difference = vector[i]! - rounded * scale;
      lost += difference * difference;
    }
    errors[row] = Math.sqrt(lost);
    if (row % 1024 === 1023) yield;
  }
  return { dots, scales, errors };
}
