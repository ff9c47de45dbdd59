import type { Chunk } from '../types/chunk.ts';
import { readChunk } from '../chunk/read-chunk.ts';
import { countNegations } from '../text/word-tokens.ts';

const MAX_OVERLAP = 0.8;

/** Size of the intersection as a share of the smaller token set. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return large.size === 0 ? 1 : 0;
  let shared = 0;
  for (const token of small) if (large.has(token)) shared++;
  return shared / small.size;
}

const numbers = (tokens: ReadonlySet<string>): string =>
  [...tokens]
    .filter((token) => /\p{N}/u.test(token))
    .sort()
    .join(' ');

/**
 * Returns at most `limit` chunks, in order, without duplicates.
 *
 * Keeps the first chunk of each group that is equal or overlaps by more than 80 %. Overlap is measured over distinct content tokens. A
 * chunk whose words are all in a much longer one is kept, because the length alone explains that. A chunk with other numbers or negations
 * is kept too: pages that say 30 and 45 seconds disagree; they are not duplicates.
 */
export function dropDuplicates<T extends { readonly chunk: Chunk }>(ranked: readonly T[], limit: number): T[] {
  const kept: { readonly hit: T; readonly tokens: ReadonlySet<string> }[] = [];
  for (const hit of ranked) {
    if (kept.length === limit) break;
    const tokens = readChunk(hit.chunk).body;
    const twin = kept.some(
      (earlier) =>
        earlier.hit.chunk.text === hit.chunk.text ||
        (Math.min(tokens.size, earlier.tokens.size) > 0.6 * Math.max(tokens.size, earlier.tokens.size) &&
          overlap(tokens, earlier.tokens) > MAX_OVERLAP &&
          numbers(tokens) === numbers(earlier.tokens) &&
          countNegations(hit.chunk.text) === countNegations(earlier.hit.chunk.text)),
    );
    if (!twin) kept.push({ hit, tokens });
  }
  return kept.map(({ hit }) => hit);
}
