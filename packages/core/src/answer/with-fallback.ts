import type { Answerer, DraftEvent } from '../types/answer.ts';
import { IbidError } from '../types/ibid-error.ts';
import { settledDraft } from '../excerpt/settled-draft.ts';
import { modelFault, modelFaultOf } from './model-use.ts';

/**
 * Combines a paid answerer with one that continues if it fails. Drafts that are settled without wording go directly to the second one. An
 * aborted draft is not a failure.
 */
export function withFallback(first: Answerer, second: Answerer): Answerer {
  return {
    id: first.id,
    async *draft(brief, options = {}): AsyncGenerator<DraftEvent> {
      if (settledDraft(brief) !== undefined) return yield* second.draft(brief, options);
      try {
        for await (const event of first.draft(brief, options)) {
          yield event;
          if (event.type === 'draft-end') return;
        }
        throw modelFault('stopped', 'The draft ended without saying how.');
      } catch (cause) {
        const isStopped = options.signal?.aborted === true || IbidError.is(cause, 'ABORTED');
        if (isStopped || IbidError.is(cause, 'CLOSED')) throw cause;
        yield { type: 'fallback-start', fault: modelFaultOf(cause), answerer: second.id, cause };
      }
      yield* second.draft(brief, options);
    },
  };
}
