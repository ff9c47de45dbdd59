import type { Answer, AnswerEvent } from '../types/answer.ts';
import { IbidError } from '../types/ibid-error.ts';

/** Folds the event stream into the JSON reply, so that both kinds of reply come from the same run. Rejects with the run's error. */
export async function foldAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of events) {
    if (event.type === 'run-end') return event.answer;
    if (event.type === 'run-error') throw new IbidError(event.code, event.message);
  }
  throw new IbidError('UPSTREAM_FAILED', 'The answer stream ended without a terminal event. Ask again.');
}
