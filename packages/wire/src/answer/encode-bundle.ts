import type { Passage } from '@ibid/core';
import type { FinishedSearch, WireContext } from '../dialect.ts';
import { isSelected } from '../shared/is-selected.ts';
import { listedPassages } from '../shared/listed-passages.ts';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import type { BundleReply, BundleReplyChunk } from './bundle-reply-schema.ts';
import type { Mode } from './modes.ts';

/** The bundle of a retrieval. Equal requests to an equal index give equal bytes: nothing of the single call is in it. */
export function encodeBundle(
  search: FinishedSearch,
  context: Pick<WireContext, 'notes' | 'echo' | 'countTokens'>,
): BundleReply {
  const { request, retrieval, passages } = search;
  const { mode, selected_text } = context.echo;
  const chunks = listedPassages(passages).map((passage) => encodeChunk(passage, context));
  return {
    query: request.question.text,
    mode: mode as Mode, // decoding wrote it
    status: retrieval.status,
    chunks,
    selected_text: selected_text ?? null,
    total_tokens: chunks.reduce((sum, { token_count }) => sum + token_count, 0),
    warnings: [...context.notes, ...retrieval.warnings],
    generation: retrieval.generation,
    ...(request.debug ? { query_embedding: retrieval.vector === undefined ? null : [...retrieval.vector] } : {}),
  };
}

function encodeChunk(passage: Passage, { countTokens }: Pick<WireContext, 'countTokens'>): BundleReplyChunk {
  const { chunk, similarity, score, window } = passage;
  // Of a selection that stands nowhere in the index nobody has counted the tokens; of one that does, the whole passage is given.
  const isUncounted = isSelected(passage) && window === undefined;
  return {
    chunk_id: chunk.id,
    source_url: pageOrMarker(chunk.url),
    anchor: chunk.anchor,
    chapter: chunk.title,
    section: chunk.heading,
    content: chunk.text,
    relevance_score: similarity,
    rank_score: score,
    token_count: isUncounted ? Math.max(1, countTokens(chunk.text)) : chunk.tokens,
  };
}
