/**
 * What a passage's vectors come to along a few directions, so that a check finds vectors that were put in another's place: sums of the
 * components of d and of d + w·h with signs that follow from the chunk's id. Qdrant brings d to unit length and works with 32 bits, so
 * the sums of what it returns may differ in the fifth digit; those of any other vector of its length differ by about 1.
 */
import { createHash } from 'node:crypto';

export type VectorSignature = readonly [d1: number, d2: number, leg1: number, leg2: number];

/** Neither vector need be of unit length. */
export function vectorSignature(chunkId: string, d: Float32Array, leg: Float32Array): VectorSignature {
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  const length = Math.hypot(...d) || 1;
  for (let at = 0; at < d.length; at += SIGNS_A_HASH) {
    const signs = createHash('sha256').update(`${chunkId} ${at}`).digest();
    for (let i = at; i < Math.min(d.length, at + SIGNS_A_HASH); i++) {
      const [first, second] = [sign(signs, 2 * (i - at)), sign(signs, 2 * (i - at) + 1)];
      const unit = d[i]! / length;
      sums[0] += first * unit;
      sums[1] += second * unit;
      sums[2] += first * leg[i]!;
      sums[3] += second * leg[i]!;
    }
  }
  return [rounded(sums[0]), rounded(sums[1]), rounded(sums[2]), rounded(sums[3])];
}

const SIGNS_A_HASH = 128;

function sign(bits: Uint8Array, at: number): 1 | -1 {
  return ((bits[at >> 3]! >> (at & 7)) & 1) === 0 ? 1 : -1;
}

/** As many digits as are compared, to keep payloads small. */
function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
