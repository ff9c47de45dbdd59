import type { Answerer, DraftEvent } from '../types/answer.ts';
import { settledDraft } from '../excerpt/settled-draft.ts';
import { IbidError } from '../types/ibid-error.ts';
import { MODEL_FAULTS, type ModelCall, type ModelFault, type ModelUse } from '../types/model.ts';

/** `undefined` if no model was called. */
export function modelUse(
  calls: readonly ModelCall[],
  toolCalls: ModelUse['toolCalls'],
  fault: ModelFault | undefined,
  currency: string,
): ModelUse | undefined {
  if (calls.length === 0 && fault === undefined) return undefined;
  const costs = calls.map(({ microCost }) => microCost);
  const microCost = costs.reduce<number | undefined>(
    (sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost),
    0,
  );
  return { model: calls.at(-1)?.model ?? '', calls, toolCalls, fault, microCost, currency };
}

/** Creates a model error that tells the engine why another answerer must continue. `message` is for the owner's log. */
export function modelFault(fault: ModelFault, message: string, cause?: unknown): IbidError {
  return new IbidError('UPSTREAM_FAILED', message, { details: { modelFault: fault }, cause });
}

/** `unavailable` for errors without a kind. */
export function modelFaultOf(error: unknown): ModelFault {
  if (!IbidError.is(error)) return 'unavailable';
  const named = error.details['modelFault'];
  if (error.code === 'TIMED_OUT') return 'too-slow';
  return MODEL_FAULTS.find((fault) => fault === named) ?? 'unavailable';
}

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
