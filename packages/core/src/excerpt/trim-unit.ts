import type { ScoredUnit } from './score-units.ts';

const MAX_CODE_LINES = 40;

/** The unit's text, or of very long code the lines around those that share words with the question: always a slice of the chunk. */
export function trimUnit(unit: ScoredUnit, isQuestionWord: (word: string) => boolean): string {
  if (unit.kind !== 'code') return unit.text;
  const lines = unit.text.split('\n');
  if (lines.length <= MAX_CODE_LINES) return unit.text;
  const hits = lines.map((line) => (line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter(isQuestionWord).length);
  let best = 0;
  let sum = hits.slice(0, MAX_CODE_LINES).reduce((total, count) => total + count, 0);
  let bestSum = sum;
  for (let first = 1; first + MAX_CODE_LINES <= lines.length; first++) {
    sum += hits[first + MAX_CODE_LINES - 1]! - hits[first - 1]!;
    if (sum > bestSum) [best, bestSum] = [first, sum];
  }
  return lines.slice(best, best + MAX_CODE_LINES).join('\n');
}
