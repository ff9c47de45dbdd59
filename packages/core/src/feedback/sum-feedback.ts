import { FEEDBACK_REASONS, type Feedback, type FeedbackReason } from '../types/feedback.ts';

export interface FeedbackSums {
  readonly up: number;
  readonly down: number;
  /** How often each reason was given, most often first; those that nobody gave are left out. */
  readonly reasons: readonly { readonly reason: FeedbackReason; readonly count: number }[];
  /** Pages with ratings against their answers, most of them first; pages that are not known are left out. */
  readonly pages: readonly { readonly page: string; readonly up: number; readonly down: number }[];
}

/** What many readers think, in figures. Equal counts keep the order of the reasons, and of pages by path. */
export function sumFeedback(all: readonly Feedback[]): FeedbackSums {
  const reasons = FEEDBACK_REASONS.map((reason) => ({
    reason,
    count: all.filter((one) => one.reasons.includes(reason)).length,
  }));
  const pages = [...Map.groupBy(all, ({ page }) => page)]
    .filter(([page, some]) => page !== '' && some.some(isDown))
    .map(([page, some]) => ({ page, ...count(some) }));
  return {
    ...count(all),
    reasons: reasons.filter((one) => one.count > 0).sort((a, b) => b.count - a.count),
    pages: pages.sort((a, b) => b.down - a.down || (a.page < b.page ? -1 : 1)),
  };
}

function isDown({ verdict }: Feedback): boolean {
  return verdict === 'down';
}

function count(some: readonly Feedback[]): { readonly up: number; readonly down: number } {
  const down = some.filter(isDown).length;
  return { up: some.length - down, down };
}
