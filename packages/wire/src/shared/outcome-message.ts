import type { Answer } from '@ibid/core';

const NOTHING_TO_SAY = 'These pages do not answer that.';

/** The sentence that says why there is no answer; never empty. */
export function outcomeMessage({ message }: Pick<Answer, 'message'>): string {
  return message.trim() === '' ? NOTHING_TO_SAY : message;
}
