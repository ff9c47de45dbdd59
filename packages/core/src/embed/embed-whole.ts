/**
 * Passages are cut for models that read 512 tokens, but services count other tokens than we do, above all in code. What a model refuses as
 * too long is embedded in halves, and their mean stands for it, so that no word is left out (R23).
 */
import { IbidError } from '../types/ibid-error.ts';

type EmbedBatch = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** How often a text is halved; one that is still too long then is no passage. */
const MOST_HALVINGS = 3;

/** `embed`, for texts of any length. Rejects as it does for everything but the length of a text. */
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
