import { ASK_LIMITS } from './ask-limits.ts';
import type { Exchange } from './exchange.ts';

/**
 * Those of `before` (oldest first) that go along with the next question: the latest answered ones, so that a failed or refused one says
 * nothing about what the reader means, and none from before a question that was asked without earlier ones.
 */
export function earlierExchanges(before: readonly Exchange[]): readonly Exchange[] {
  const start = before.findLastIndex(({ scope }) => scope.earlier === 0);
  return before
    .slice(Math.max(0, start))
    .filter(({ state, statements }) => state === 'answered' && statements.some(({ text }) => text.trim() !== ''))
    .slice(-ASK_LIMITS.turns / 2);
}
