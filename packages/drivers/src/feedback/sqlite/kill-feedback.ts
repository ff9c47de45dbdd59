/** What `kill-writer.ts` puts, as a function of the number alone, so that `kill.long.test.ts` knows what must be there. */
import type { Feedback } from '@ibid/core/types';

/** So that replacing and dropping are interrupted too. */
const REQUESTS = 12;
export const KILL_MOST = 8;

export function killFeedback(number: number): Feedback {
  const request = number % 5 === 0 ? 0 : (number * 7) % REQUESTS;
  return {
    requestId: `00000000-0000-4000-8000-${String(request).padStart(12, '0')}`,
    verdict: number % 2 === 0 ? 'up' : 'down',
    reasons: number % 2 === 0 ? [] : ['wrong', 'other'],
    note: `${number} ${'words '.repeat((number * 37) % 70)}end`,
    page: `/page/${request}`,
    generation: number,
    at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  };
}
