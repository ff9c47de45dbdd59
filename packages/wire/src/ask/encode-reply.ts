import type { Answer } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import { readerMessage } from '../shared/reader-message.ts';
import { pageOrMarker } from '../shared/page-or-marker.ts';
import { shownText } from '../shared/shown-text.ts';
import type { AskReply } from './reply-schema.ts';

/** Equal answers give equal bytes (R15): nothing of the single run is in it. */
export function encodeReply(answer: Answer, context: Pick<WireContext, 'notes'>): AskReply {
  return {
    answer: shownText(answer, 'quote'),
    citations: answer.citations.map(({ url, heading, quote, anchor }) => ({
      source_url: pageOrMarker(url),
      section: heading,
      raw_text_snippet: quote,
      anchor,
    })),
    message: readerMessage(answer, context.notes),
  };
}
