import type { KeptPassage } from '@ibid/core';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import type { RetrievedChunk } from './reply.ts';

/** A passage of this run or of an earlier turn. */
export function retrievedChunk(kept: KeptPassage): RetrievedChunk {
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
    url: pageOrMarker(kept.url),
    anchor: kept.anchor,
  };
}
