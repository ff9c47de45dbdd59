import { HEADING_WEIGHT } from '@ibid/core';
import type { IndexedPage } from '@ibid/core/types';
import { vectorSignature } from '../build/vector-signature.ts';

/** The vectors of one passage as they are stored: d, and d + w·h. */
export interface StoredDirections {
  readonly d: Float32Array;
  readonly leg: Float32Array;
  /** As it was written with them; `undefined` where it was not. */
  readonly signature: unknown;
}

/**
 * Reports what is wrong with the directions of a page's passages, by chunk id: h must be of length 1, or 0 where the space knows no word
 * of it; passages under the same headings have the same; and all of it comes to what was written beside it.
 */
export function checkDirections(
  { chunks }: IndexedPage,
  stored: ReadonlyMap<string, StoredDirections>,
  report: (problem: string) => void,
): void {
  const byHeadings = new Map<string, Float32Array>();
  for (const { chunk } of chunks) {
    const own = stored.get(chunk.id);
    if (own === undefined) continue;
    const { d, leg, signature } = own;
    const h = leg.map((value, i) => (value - d[i]!) / HEADING_WEIGHT);
    const headings = JSON.stringify([chunk.title, chunk.headings]);
    const other = byHeadings.get(headings);
    byHeadings.set(headings, h);
    if (!isUnitOrZero(d)) report(`The vector of chunk \`${chunk.id}\` has neither length 1 nor 0`);
    else if (!isUnitOrZero(h))
      report(`Chunk \`${chunk.id}\` among the legs has no direction that its headings could have`);
    else if (other?.some((value, i) => Math.abs(value - h[i]!) > TOLERANCE) === true) {
      report(`Chunk \`${chunk.id}\` among the legs has another direction than one under the same headings`);
    } else if (Array.isArray(signature) && !isSigned(vectorSignature(chunk.id, d, leg), signature)) {
      report(`The vectors of chunk \`${chunk.id}\` are not those that were written for it`);
    }
  }
}

/** Embedders may be off by a little, and h is twice as far off as d and its sum are. */
const TOLERANCE = 1e-2;
const SIGNED_TO = 1e-4;

function isUnitOrZero(vector: Float32Array): boolean {
  const length = Math.hypot(...vector);
  return length < TOLERANCE || Math.abs(length - 1) < TOLERANCE;
}

function isSigned(own: readonly number[], written: readonly unknown[]): boolean {
  return own.every((value, i) => Math.abs(value - Number(written[i])) <= SIGNED_TO);
}
