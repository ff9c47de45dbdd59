import type { KeptPassage, Passage } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import type { RetrievedChunk } from './reply.ts';

/** A passage of this run. Where only a part of it is meant, nothing of the rest gets out (R14). */
export function retrievedChunk(
  { chunk, similarity, window }: Passage,
  context: Pick<WireContext, 'receivedAt' | 'countTokens'>,
): RetrievedChunk {
  const text = window === undefined ? chunk.text : chunk.text.slice(window.start, window.end);
  return keptChunk({
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
  });
}

/** A passage of an earlier turn. */
export function keptChunk(kept: KeptPassage): RetrievedChunk {
  return {
    chunk_id: kept.chunkId,
    similarity_score: kept.similarity,
    content_text: kept.text,
    source_file: kept.sourceFile,
    module_name: kept.module,
    section_heading: kept.heading,
    chunk_index: kept.indexInPage,
    total_chunks: kept.chunksInPage,
    token_count: kept.tokens,
    retrieved_at: kept.retrievedAt,
    url: kept.url,
    anchor: kept.anchor,
  };
}
