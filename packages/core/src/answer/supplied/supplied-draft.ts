import type { DraftEvent } from '../../types/answer.ts';

/** What an answerer says of all pages is true only of those supplied, and so the reader is told of those. */
export async function* suppliedDraft(draft: AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  for await (const event of draft) {
    yield event.type === 'draft-end' && event.reason === 'not-in-pages'
      ? { ...event, reason: 'not-in-context' }
      : event;
  }
}
