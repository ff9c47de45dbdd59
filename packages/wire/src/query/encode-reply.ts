import type { Answer } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import { citedChunks } from '../shared/cited-chunks.ts';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import { readerMessage } from '../shared/reader-message.ts';
import { shownText } from '../shared/shown-text.ts';
import type { QueryReply } from './reply-schema.ts';

/** Equal answers give equal bytes (R15): nothing of the single run is in it. */
export function encodeReply(answer: Answer, context: Pick<WireContext, 'notes'>): QueryReply {
  return {
    answer: shownText(answer, 'chunk'),
    sources: citedChunks(answer.citations).map(({ url, title, heading, similarity, chunkId, anchor, quotes }) => ({
      url: pageOrMarker(url),
      title,
      section: heading,
      score: similarity,
      chunk_id: chunkId,
      anchor,
      quotes,
    })),
    message: readerMessage(answer, context.notes),
    outcome: answer.outcome,
    warnings: [...context.notes, ...answer.warnings],
  };
}
