import type { Calibration, Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';

type EmbedBatch = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Number of times a text is halved; anything still too long is no passage. */
const MOST_HALVINGS = 3;

/**
 * Passages are cut for models that read 512 tokens, but services count other tokens than we do, above all in code. What a model refuses as
 * too long is embedded in halves, and their mean represents it, so that no word is left out.
 *
 * `embed`, for texts of any length. Rejects as it does for everything but the length of a text.
 */
export async function embedWhole(
  embed: EmbedBatch,
  texts: readonly string[],
  halvings = 0,
): Promise<readonly Float32Array[]> {
  try {
    return await embed(texts);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const [text, ...others] = texts;
    if (others.length > 0) return await embedParted(embed, texts, halvings);
    if (text === undefined || halvings === MOST_HALVINGS) throw error;
    const halves = halvesOf(text).filter((half) => half.trim() !== '');
    return [weightedMean(await embedWhole(embed, halves, halvings + 1), halves)];
  }
}

function isTooLong(error: unknown): boolean {
  return IbidError.is(error) && error.details['tooLong'] === true;
}

/** Long texts apart from short ones, so that few requests more find the one that was refused. */
async function embedParted(
  embed: EmbedBatch,
  texts: readonly string[],
  halvings: number,
): Promise<readonly Float32Array[]> {
  const order = Array.from(texts.keys()).sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const middle = order.length >> 1;
  const vectors: Float32Array[] = Array.from({ length: texts.length });
  for (const part of [order.slice(0, middle), order.slice(middle)]) {
    const embedded = await embedWhole(
      embed,
      part.map((at) => texts[at]!),
      halvings,
    );
    part.forEach((at, i) => {
      vectors[at] = embedded[i]!;
    });
  }
  return vectors;
}

/** Parted at the line end, else the space, nearest to the middle; else right there, but within no character. */
function halvesOf(text: string): readonly [string, string] {
  const middle = text.length >> 1;
  const at = nearest(text, '\n', middle) ?? nearest(text, ' ', middle) ?? middle;
  const isInside = /[\uDC00-\uDFFF]/u.test(text[at] ?? '') && /[\uD800-\uDBFF]/u.test(text[at - 1] ?? '');
  return [text.slice(0, isInside ? at - 1 : at), text.slice(isInside ? at - 1 : at)];
}

/** `undefined` where either part would have less than a quarter of the text. */
function nearest(text: string, mark: string, middle: number): number | undefined {
  const places = [text.lastIndexOf(mark, middle), text.indexOf(mark, middle)];
  const [best] = places
    .filter((at) => at >= text.length / 4 && at <= (text.length * 3) / 4)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return best;
}

/** Of length 1 again; each vector counts as much as its text is long. */
function weightedMean(vectors: readonly Float32Array[], texts: readonly string[]): Float32Array {
  const sums = new Float64Array(vectors[0]!.length);
  vectors.forEach((vector, i) => vector.forEach((value, at) => (sums[at]! += value * texts[i]!.length)));
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(sums, (value) => (length > 0 ? value / length : 0));
}

/** Allowed difference of a vector's length from 1, because hosted models round. */
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

/** True if a cached vector can be used instead of a new one from the embedder. */
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

/** Describes an error in a declared calibration; `''` if there is none. */
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

/** The texts in order, in batches of at most `maxBatch` that are not too long altogether. A longer text is alone in its batch. */
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
