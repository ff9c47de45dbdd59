import type { Calibration } from '../types/calibration.ts';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';

/** How far a length may be from 1; hosted models round. */
const TOLERANCE = 1e-3;

/**
 * Returns the reply's vectors when they are what the contract promises for `count` non-blank texts, else throws `UPSTREAM_FAILED`. An
 * all-zero vector passes only from embedders that are not cacheable: a space of words may know none of the text, a
 * hosted model always answers. Only a wrong dimension is not retryable, for it says that the model is another one.
 */
export function checkVectors(reply: unknown, embedder: Embedder, count: number): readonly Float32Array[] {
  const vectors = (reply as { readonly vectors?: unknown } | null | undefined)?.vectors;
  if (!Array.isArray(vectors)) throw faulty(embedder, 'returned no list of vectors');
  if (vectors.length !== count) {
    throw faulty(embedder, `returned ${vectors.length} vectors for ${count} texts`);
  }
  for (const vector of vectors as readonly unknown[]) {
    if (!(vector instanceof Float32Array)) throw faulty(embedder, 'returned something that is no vector');
    checkVector(vector, embedder);
  }
  return vectors as readonly Float32Array[];
}

/** Whether a vector found in a cache may stand for one of the embedder's. */
export function isSound(vector: Float32Array, embedder: Embedder): boolean {
  try {
    checkVector(vector, embedder);
    return true;
  } catch {
    return false;
  }
}

function checkVector(vector: Float32Array, embedder: Embedder): void {
  if (vector.length !== embedder.dimensions) {
    throw new IbidError(
      'UPSTREAM_FAILED',
      `Embedder ${embedder.id} returned a vector of ${vector.length} numbers instead of ${embedder.dimensions}. Check its model and dimensions.`,
      { details: { embedder: embedder.id, length: vector.length } },
    );
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares)) throw faulty(embedder, 'returned a vector with numbers that are not finite');
  if (squares === 0) {
    if (embedder.cacheable) throw faulty(embedder, 'returned an all-zero vector');
  } else if (Math.abs(Math.sqrt(squares) - 1) > TOLERANCE) {
    throw faulty(embedder, `returned a vector of length ${Math.sqrt(squares)} instead of 1`);
  }
}

function faulty(embedder: Embedder, what: string): IbidError {
  return new IbidError('UPSTREAM_FAILED', `Embedder ${embedder.id} ${what}. Try again; nothing was stored.`, {
    retryable: true,
    details: { embedder: embedder.id },
  });
}

const LIKENESS: readonly string[] = ['cosine', 'cosine-and-words'] satisfies Calibration['likeness'][];
const MAX_SLOPE = 64;

/** What is wrong with a declared calibration, in words; `''` when it is sound. */
export function calibrationFault({ likeness, midpoint, slope }: Calibration): string {
  if (!LIKENESS.includes(likeness)) return `likeness is ${String(likeness)}; it must be one of ${LIKENESS.join(', ')}`;
  if (!(midpoint > 0 && midpoint < 1)) return `midpoint is ${midpoint}; it must lie between 0 and 1`;
  if (!Number.isInteger(slope) || slope < 1 || slope > MAX_SLOPE) {
    return `slope is ${slope}; it must be a whole number from 1 to ${MAX_SLOPE}`;
  }
  return '';
}

/** Services limit a request by tokens too; at a token a character this many stay below the 300,000 of the strictest. */
const MAX_CHARACTERS = 200_000;

/** The texts in order, in batches of at most `maxBatch` that are not too long altogether. A text that alone is longer stands alone. */
export function batchesOf(texts: readonly string[], maxBatch: number): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let room = MAX_CHARACTERS;
  for (const text of texts) {
    if (batch.length === 0 || batch.length === maxBatch || text.length > room) {
      batch = [];
      room = MAX_CHARACTERS;
      batches.push(batch);
    }
    batch.push(text);
    room -= text.length;
  }
  return batches;
}
