import type { Answer } from '@ibid/core';
import type { FinishedRun, WireContext } from '../dialect.ts';
import { citedChunks } from '../shared/cited-chunks.ts';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import { shownText } from '../shared/shown-text.ts';
import { keptPassage } from './kept-passage.ts';
import type { AgentReply } from './reply.ts';
import { retrievedChunk } from './retrieved-chunk.ts';

const STATUS: Readonly<Record<Answer['outcome'], AgentReply['status']>> = {
  answered: 'answered',
  insufficient: 'insufficient_context',
  refused: 'refused',
};

export function encodeReply({ answer, passages }: FinishedRun, context: WireContext): AgentReply {
  const text = shownText(answer, 'chunk');
  return {
    response_text: text,
    retrieved_chunks: passages.map((passage) => retrievedChunk(keptPassage(passage, context))),
    conversation_id: context.sessionId,
    response_time_ms: Math.max(0, context.elapsedMs()),
    query_tokens: context.countTokens(context.echo.query_text ?? answer.asked),
    response_tokens: context.countTokens(text),
    // Nothing found is an honest result; a retrieval that failed has no reply but a failure.
    retrieval_success: true,
    error_message: null,
    citations: citedChunks(answer.citations).map(({ chunkId, url, anchor, heading, quote }) => ({
      chunk_id: chunkId,
      url: pageOrMarker(url),
      anchor,
      section: heading,
      quote,
    })),
    status: STATUS[answer.outcome],
    warnings: [...context.notes, ...answer.warnings],
  };
}
