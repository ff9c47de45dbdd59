import type { Citation } from '@ibid/core';

/** The first citation of each cited passage, in order of first use (R13). */
export function citedChunks(citations: readonly Citation[]): readonly Citation[] {
  const first = new Map<string, Citation>();
  for (const citation of citations) if (!first.has(citation.chunkId)) first.set(citation.chunkId, citation);
  return [...first.values()];
}
