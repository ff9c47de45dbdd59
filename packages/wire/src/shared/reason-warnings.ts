import type { Answer } from '@ibid/core';
import { answerStatus } from './answer-status.ts';
import { outcomeMessage } from './outcome-message.ts';

/** Why there is no answer, as a warning, for vocabularies that have no message (R13); none for an answer. */
export function reasonWarnings(answer: Pick<Answer, 'outcome' | 'message'>): readonly string[] {
  return answer.outcome === 'answered' ? [] : [`${answerStatus(answer)}: ${outcomeMessage(answer)}`];
}
