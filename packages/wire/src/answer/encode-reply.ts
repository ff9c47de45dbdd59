import type { Answer } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import { citedChunks } from '../shared/cited-chunks.ts';
import { shownText } from '../shared/shown-text.ts';
import type { AnswerReply } from './reply-schema.ts';

const STATUS = { answered: 'answered', insufficient: 'insufficient_context', refused: 'refused' } as const;

/** Equal answers give equal bytes (R15): nothing of the single run is in it. */
export function encodeReply(answer: Answer, context: Pick<WireContext, 'notes'>): AnswerReply {
  const cited = citedChunks(answer.citations);
  const status = STATUS[answer.outcome];
  const reason = answer.outcome === 'answered' ? [] : [`${status}: ${answer.message}`];
  const warnings = [...context.notes, ...answer.warnings, ...reason];
  return {
    answer: shownText(answer, 'chunk'),
    citations: cited.map(({ chunkId, url, heading, anchor, quote }) => ({
      chunk_id: chunkId,
      source_url: url,
      section: heading,
      anchor,
      quote,
    })),
    used_chunks: cited.map(({ chunkId }) => chunkId),
    status,
    warnings: warnings.length === 0 ? null : warnings,
  };
}
