import type { Answer } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import { answerStatus } from '../shared/answer-status.ts';
import { citedChunks } from '../shared/cited-chunks.ts';
import { reasonWarnings } from '../shared/reason-warnings.ts';
import { shownText } from '../shared/shown-text.ts';
import type { AnswerReply } from './reply-schema.ts';

/** Equal answers give equal bytes (R15): nothing of the single run is in it. */
export function encodeReply(answer: Answer, context: Pick<WireContext, 'notes'>): AnswerReply {
  const cited = citedChunks(answer.citations);
  const warnings = [...context.notes, ...answer.warnings, ...reasonWarnings(answer)];
  return {
    answer: shownText(answer, 'chunk'),
    citations: cited.map(({ chunkId, url, heading, anchor, quotes }) => ({
      chunk_id: chunkId,
      source_url: url,
      section: heading,
      anchor,
      quotes,
    })),
    used_chunks: cited.map(({ chunkId }) => chunkId),
    status: answerStatus(answer),
    warnings: warnings.length === 0 ? null : warnings,
  };
}
