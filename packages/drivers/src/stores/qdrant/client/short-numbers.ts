/**
 * The components of a vector as numbers that print short and are the same floats of 32 bits: written as they are they print up to 17
 * digits, of which 9 tell any two such floats apart. A query's vector goes into several searches, so what was made of one is remembered.
 */
export function shortNumbers(vector: Float32Array): readonly number[] {
  const found = known.get(vector);
  if (found?.every((value, i) => Math.fround(value) === vector[i])) return found;
  const numbers = Array.from(vector, short);
  known.set(vector, numbers);
  return numbers;
}

const known = new WeakMap<Float32Array, readonly number[]>();

/** Nine decimals are enough for most components of unit vectors, and quickly found. */
function short(value: number): number {
  if (Math.abs(value) < 1) {
    const decimals = Math.round(value * 1e9) / 1e9;
    if (Math.fround(decimals) === value) return decimals;
  }
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}
