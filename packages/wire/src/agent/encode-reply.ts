import type { FinishedRun, WireContext } from '../dialect.ts';
import { answerStatus } from '../shared/answer-status.ts';
import { citedChunks } from '../shared/cited-chunks.ts';
import { listedPassages } from '../shared/listed-passages.ts';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import { reasonWarnings } from '../shared/reason-warnings.ts';
import { shownText } from '../shared/shown-text.ts';
import { keptPassage } from './kept-passage.ts';
import type { AgentReply } from './reply.ts';
import { retrievalResult } from './retrieval-result.ts';
import { retrievedChunk } from './retrieved-chunk.ts';

export function encodeReply({ answer, passages }: FinishedRun, context: WireContext): AgentReply {
  const text = shownText(answer, 'chunk');
  const { success, trouble } = retrievalResult(passages, answer.warnings);
  return {
    response_text: text,
    retrieved_chunks: listedPassages(passages).map((passage) => retrievedChunk(keptPassage(passage, context))),
    conversation_id: context.sessionId,
    response_time_ms: Math.max(0, context.elapsedMs()),
    query_tokens: context.countTokens(context.echo.query_text ?? answer.asked),
    response_tokens: context.countTokens(text),
    retrieval_success: success,
    error_message: trouble,
    citations: citedChunks(answer.citations).map(({ chunkId, url, anchor, heading, quotes }) => ({
      chunk_id: chunkId,
      url: pageOrMarker(url),
      anchor,
      section: heading,
      quotes,
    })),
    status: answerStatus(answer),
    warnings: [...context.notes, ...answer.warnings, ...reasonWarnings(answer)],
  };
}
