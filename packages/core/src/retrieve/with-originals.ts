import type { Chunk } from '../types/chunk.ts';

interface Ranked {
  readonly chunk: Chunk;
  readonly score: number;
}

/**
 * Puts the original page in the place of one that repeats it word for word below a longer address: pages that are not translated yet and
 * older versions do. Which of them scores a little higher is chance, and readers want the page itself. It takes over place and score, so
 * the order stays; what it displaces moves to its place.
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
