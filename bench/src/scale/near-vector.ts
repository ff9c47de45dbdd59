import { seededRandom } from '../corpus/random.ts';

/** Weights of topic, page and passage in a vector. Two passages of one topic then have a cosine of about 0.4, of one page about 0.7. */
const WEIGHTS = [0.65, 0.55, 0.55] as const;

/** A unit vector that is near all others with the same first seeds. */
export function nearVector(dimensions: number, seeds: readonly [number, number, number]): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const [i, seed] of seeds.entries()) {
    const random = seededRandom(Math.imul(seed + 1, 2_654_435_761) + i);
    const weight = WEIGHTS[i]!;
    for (let at = 0; at < dimensions; at++) sum[at]! += weight * (random.next() - 0.5);
  }
  let square = 0;
  for (const value of sum) square += value * value;
  const length = Math.sqrt(square);
  for (let at = 0; at < dimensions; at++) sum[at]! /= length;
  return sum;
}
