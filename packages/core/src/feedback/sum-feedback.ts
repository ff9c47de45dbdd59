import { FEEDBACK_REASONS, type Feedback, type FeedbackReason } from '../types/feedback.ts';

export interface FeedbackSums {
  readonly up: number;
  readonly down: number;
  /** Count of each reason, most frequent first; reasons with no votes are left out. */
  readonly reasons: readonly { readonly reason: FeedbackReason; readonly count: number }[];
  /** Pages with at least one negative rating, most negative ratings first; feedback without a page is left out. */
  readonly pages: readonly { readonly page: string; readonly up: number; readonly down: number }[];
}

/** Counts feedback in total, by reason and by page. Reasons with equal counts keep their defined order; pages are sorted by path. */
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
