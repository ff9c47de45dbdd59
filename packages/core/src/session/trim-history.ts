import type { Turn } from '../types/answer.ts';
import type { SessionTurn } from '../types/session.ts';

const MOST_ENTRIES = 20;

/**
 * Returns the newest turns that fit `maxTokens` together, oldest first: whole turns, at most 20 entries. If even the newest turn does not
 * fit, its question alone is kept if it fits, because follow-ups need the topic more than the answer.
 */
export function trimHistory(
  turns: readonly Pick<SessionTurn, 'userInput' | 'response'>[],
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: (text: string) => number },
): readonly Turn[] {
  const newestFirst: Turn[] = [];
  let left = maxTokens;
  for (const { userInput, response } of turns.toReversed()) {
    const question = countTokens(userInput);
    const tokens = question + countTokens(response);
    if (tokens > left) {
      if (newestFirst.length === 0 && question <= left) newestFirst.push({ role: 'reader', text: userInput });
      break;
    }
    left -= tokens;
    newestFirst.push({ role: 'assistant', text: response }, { role: 'reader', text: userInput });
    if (newestFirst.length >= MOST_ENTRIES) break;
  }
  return newestFirst.toReversed();
}
