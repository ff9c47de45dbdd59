import type { Citation } from '@ibid/core';

/**
 * Numbers of footnotes as a vocabulary counts them, from 1: by `quote` every citation has its own; by `chunk` citations of
 * one passage share one, in order of first use. The key is `Citation.index`.
 */
export function footnoteNumbers(citations: readonly Citation[], by: 'quote' | 'chunk'): ReadonlyMap<number, number> {
  if (by === 'quote') return new Map(citations.map(({ index }) => [index, index]));
  const chunks = [...new Set(citations.map(({ chunkId }) => chunkId))];
  return new Map(citations.map(({ index, chunkId }) => [index, chunks.indexOf(chunkId) + 1]));
}
