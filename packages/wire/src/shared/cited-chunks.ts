import type { Citation } from '@ibid/core';

/** A cited passage: its first citation, and all that is quoted from it, in order of first use. */
export type CitedChunk = Citation & { readonly quotes: readonly string[] };

/** The cited passages, each once, in order of first use (R13). */
export function citedChunks(citations: readonly Citation[]): readonly CitedChunk[] {
  const found = new Map<string, CitedChunk>();
  for (const citation of citations) {
    const { quotes, ...first } = found.get(citation.chunkId) ?? { ...citation, quotes: [] };
    found.set(citation.chunkId, { ...first, quotes: [...quotes, citation.quote] });
  }
  return [...found.values()];
}
