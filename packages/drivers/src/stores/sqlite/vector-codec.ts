/**
 * The vector blob of one page in one space: `2n` float32 scales (passages, then headings), then `2n · dimensions` int16 values
 * in the same order; a component is `value · scale`. Sixteen bits against the vector's own largest component keep a cosine to
 * about 3e-6, ten times closer than float16 in the same space, and half the size of float32. Numbers are in the byte order of the
 * machine, which is little-endian wherever Node is commonly run.
 */
export interface PageVectorValues {
  /** Of passage `i` at `i`, of its heading at `n + i`. */
  readonly scales: Float32Array;
  readonly values: Int16Array;
}

const LARGEST = 32_767;
/** Vectors below this are zero: their scale would lose its digits in float32, and values would run over. */
const SMALLEST = 1e-30;

export function encodeVectors(passages: readonly Float32Array[], headings: readonly Float32Array[]): Uint8Array {
  const all = [...passages, ...headings];
  const dimensions = all[0]?.length ?? 0;
  const bytes = new ArrayBuffer(all.length * (4 + 2 * dimensions));
  const scales = new Float32Array(bytes, 0, all.length);
  const values = new Int16Array(bytes, 4 * all.length);
  for (const [i, vector] of all.entries()) {
    const size = largest(vector);
    if (size < SMALLEST) continue;
    scales[i] = size / LARGEST;
    const scale = scales[i]!;
    for (let j = 0; j < dimensions; j++) values[i * dimensions + j] = Math.round(vector[j]! / scale);
  }
  return new Uint8Array(bytes);
}

/** Views onto the blob where its alignment allows; throws a `RangeError` when its length is another. */
export function decodeVectors(blob: Uint8Array, passages: number, dimensions: number): PageVectorValues {
  const count = 2 * passages;
  const expected = count * (4 + 2 * dimensions);
  if (blob.length !== expected) throw new RangeError(`the vectors have ${blob.length} bytes instead of ${expected}`);
  const aligned = blob.byteOffset % 4 === 0 ? blob : blob.slice();
  return {
    scales: new Float32Array(aligned.buffer, aligned.byteOffset, count),
    values: new Int16Array(aligned.buffer, aligned.byteOffset + 4 * count, count * dimensions),
  };
}

function largest(vector: Float32Array): number {
  let found = 0;
  for (let i = 0; i < vector.length; i++) found = Math.max(found, Math.abs(vector[i]!));
  return found;
}
