import type { Turn } from '../../spec/answer.ts';
import { plainAnswer } from '../follow-up/plain-answer.ts';
import { dataLine } from './data-line.ts';
import { plainData } from './plain-data.ts';
import { roughTokens } from './rough-tokens.ts';

/** Of all that was said before, about. */
export const MOST_HISTORY_TOKENS = 1500;
/** Of one turn, in UTF-16 units; a topic stands in the first sentences. */
export const MOST_TURN_CHARACTERS = 1200;
const MOST_TURNS = 20;

/** Whole words and characters only. */
function cut(text: string): string {
  if (text.length <= MOST_TURN_CHARACTERS) return text;
  const start = text.slice(0, MOST_TURN_CHARACTERS);
  const words = start.replace(/\S*$/u, '').trimEnd();
  return words === '' ? start.replace(/[\ud800-\udbff]$/u, '') : words;
}

/** What a turn said of its topic: answers without code blocks, addresses and footnotes. */
const saidIn = ({ role, text }: Turn): string =>
  cut(plainData(role === 'assistant' ? plainAnswer(text.slice(0, 4 * MOST_TURN_CHARACTERS)) : text).trim());

/** The newest turns that fit together, as lines of JSON, oldest first; long ones are cut, turns that say nothing are left out. */
export function historyLines(history: readonly Turn[]): readonly string[] {
  const newestFirst: string[] = [];
  let left = MOST_HISTORY_TOKENS;
  for (const turn of history.slice(-MOST_TURNS).toReversed()) {
    const text = saidIn(turn);
    if (text === '') continue;
    const line = dataLine({ role: turn.role, text });
    left -= roughTokens(line);
    if (left < 0) break;
    newestFirst.push(line);
  }
  return newestFirst.toReversed();
}
