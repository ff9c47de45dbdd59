import type { Chunk } from '../types/chunk.ts';

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
