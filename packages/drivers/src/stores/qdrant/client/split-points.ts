import type { Point, Vectors } from './qdrant-calls.ts';

/** A server takes 32 MB unless told otherwise; what stands before it may take less. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_POINTS = 256;
/** A float of 32 bits in full, with its sign, its comma and a power of ten. */
const BYTES_OF_NUMBER = 25;
const BYTES_AROUND = 96;

/** The points in their order, in runs that are bounded in number and, by an estimate from above, in size. A larger point stands alone. */
export function* splitPoints(points: readonly Point[]): Generator<readonly Point[]> {
  let run: Point[] = [];
  let bytes = 0;
  for (const point of points) {
    const size = sizeOf(point);
    if (run.length > 0 && (run.length >= MOST_POINTS || bytes + size > MOST_BYTES)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(point);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

function sizeOf({ payload, vectors = {} }: Point): number {
  return BYTES_AROUND + Buffer.byteLength(JSON.stringify(payload)) + numbersIn(vectors) * BYTES_OF_NUMBER;
}

function numbersIn(vectors: Vectors): number {
  let numbers = 0;
  for (const vector of Object.values(vectors))
    numbers += vector instanceof Float32Array ? vector.length : 2 * vector.indices.length;
  return numbers;
}
