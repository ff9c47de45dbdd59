import type { KeptPassage, Passage } from '@ibid/core';
import type { WireContext } from '../dialect.ts';

/** A passage as this run shows it and as a session keeps it. Where only a part of it is meant, nothing of the rest gets out (R14). */
export function keptPassage(
  { chunk, similarity, window }: Passage,
  context: Pick<WireContext, 'receivedAt' | 'countTokens'>,
): KeptPassage {
  const text = window === undefined ? chunk.text : chunk.text.slice(window.start, window.end);
  return {
    chunkId: chunk.id,
    url: chunk.url,
    anchor: chunk.anchor,
    similarity,
    text,
    sourceFile: chunk.sourceFile,
    module: chunk.module,
    heading: chunk.heading,
    indexInPage: chunk.indexInPage,
    chunksInPage: chunk.chunksInPage,
    tokens: window === undefined ? chunk.tokens : Math.max(1, context.countTokens(text)),
    retrievedAt: context.receivedAt,
  };
}
