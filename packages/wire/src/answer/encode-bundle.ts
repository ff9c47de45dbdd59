import type { Passage } from '@ibid/core';
import type { FinishedSearch, WireContext } from '../dialect.ts';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import type { BundleReply, BundleReplyChunk } from './bundle-reply-schema.ts';
import type { Mode } from './modes.ts';

/** The bundle of a retrieval. Equal requests to an equal index give equal bytes: nothing of the single call is in it. */
export function encodeBundle(search: FinishedSearch, context: Pick<WireContext, 'notes' | 'echo'>): BundleReply {
  const { request, retrieval, passages } = search;
  const { mode, selected_text } = context.echo;
  return {
    query: request.question.text,
    mode: mode as Mode, // decoding wrote it
    status: retrieval.status,
    chunks: passages.map(encodeChunk),
    selected_text: selected_text ?? null,
    total_tokens: passages.reduce((sum, { chunk }) => sum + chunk.tokens, 0),
    warnings: [...context.notes, ...retrieval.warnings],
    generation: retrieval.generation,
    ...(request.debug ? { query_embedding: retrieval.vector === undefined ? null : [...retrieval.vector] } : {}),
  };
}

function encodeChunk({ chunk, similarity, score }: Passage): BundleReplyChunk {
  return {
    chunk_id: chunk.id,
    source_url: pageOrMarker(chunk.url),
    anchor: chunk.anchor,
    chapter: chunk.title,
    section: chunk.heading,
    content: chunk.text,
    relevance_score: similarity,
    rank_score: score,
    token_count: chunk.tokens,
  };
}
