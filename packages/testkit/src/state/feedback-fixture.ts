import type { Feedback, FeedbackDriver } from '@ibid/core/types';

/** A limit so high that nothing is dropped. */
export const ANY_NUMBER: number = 2 ** 30;

/** A UUID made from the number only. */
export function feedbackIdOf(number: number): string {
  return `feedbac0-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Seconds after the first instant of 2026, as ISO 8601. */
export function feedbackInstant(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

/** Feedback on request `number`, given `seconds` after the start of 2026. */
export function sketchFeedback(number: number, seconds: number = number, own: Partial<Feedback> = {}): Feedback {
  return {
    requestId: feedbackIdOf(number),
    verdict: number % 2 === 0 ? 'up' : 'down',
    reasons: [],
    note: '',
    question: '',
    page: '/guide',
    generation: 1,
    at: feedbackInstant(seconds),
    ...own,
  };
}

/** Numbers of the requests with stored feedback, newest first. */
export async function keptRequests(driver: FeedbackDriver, since = ''): Promise<readonly number[]> {
  const all = await driver.list({ since, limit: ANY_NUMBER });
  return all.map(({ requestId }) => Number.parseInt(requestId.slice(-12), 16));
}
