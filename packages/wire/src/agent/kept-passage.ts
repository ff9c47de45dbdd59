import type { KeptPassage, Passage } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import { isSelected } from '../shared/is-selected.ts';

/** A passage as this run shows it and as a session keeps it. Where only a part of it is meant, nothing of the rest gets out (R14). */
export function keptPassage(passage: Passage, context: Pick<WireContext, 'receivedAt' | 'countTokens'>): KeptPassage {
  const { chunk, similarity, window } = passage;
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
    // Of a selection the index has counted too much, or nothing.
    tokens: isSelected(passage) ? Math.max(1, context.countTokens(text)) : chunk.tokens,
    retrievedAt: context.receivedAt,
  };
}
