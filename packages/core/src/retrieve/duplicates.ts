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

interface Ranked {
  readonly chunk: Chunk;
  readonly score: number;
}

/**
 * Moves an original page before a word-for-word copy with a longer URL, such as a page not translated yet or an older version. Which of
 * them scores slightly higher is chance, and readers want the original. The two swap rank and score, so the order stays valid.
 */
export function withOriginals<T extends Ranked>(ranked: readonly T[]): T[] {
  const best = new Map<string, number>();
  const placed = [...ranked];
  for (const [i, hit] of ranked.entries()) {
    const key = `${lastPart(hit.chunk.url)}\n${hit.chunk.text}`;
    const first = best.get(key);
    if (first === undefined) {
      best.set(key, i);
      continue;
    }
    const displaced = placed[first]!;
    if (hit.chunk.url.length >= displaced.chunk.url.length) continue;
    placed[first] = { ...hit, score: displaced.score };
    placed[i] = { ...displaced, score: hit.score };
  }
  return placed;
}

function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/'));
}
