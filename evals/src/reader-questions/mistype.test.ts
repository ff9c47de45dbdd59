import { expect, test } from 'vitest';
import { mistype } from './mistype.ts';

/** Minimum number of letters dropped, added, replaced or swapped with their neighbour. */
function edits(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (__, j) => i || j),
  );
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const best = [table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + same];
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) best.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...best);
    }
  }
  return table[one.length]![other.length]!;
}

const QUESTIONS = ['When does the harbour open?', 'which bread is sold on market days', 'Do bees sleep?'];

test('one slip is one edit of the longest word, behind its first letter', () => {
  for (const question of QUESTIONS) {
    const typed = mistype(question, 1)!;
    expect(edits(question, typed)).toBe(1);
    expect(mistype(question, 1)).toBe(typed);
  }
  expect(mistype('When does the harbour open?', 1)).toMatch(/^When does the h\S+ open\?$/u);
});

test('two slips differ from the question and stay in one word', () => {
  for (const question of QUESTIONS) {
    const typed = mistype(question, 2)!;
    expect(edits(question, typed)).toBeGreaterThan(0);
    expect(edits(question, typed)).toBeLessThanOrEqual(2);
    expect(typed.split(' ').filter((word, at) => word !== question.split(' ')[at])).toHaveLength(1);
  }
});

test('names of code, short words and words that say nothing are spelt as they are', () => {
  for (const question of [
    'println!',
    'useEffect',
    'robots.txt',
    'x86_64',
    '/harbours/',
    'what is a pod',
    'before yours',
  ]) {
    expect(mistype(question, 1)).toBeUndefined();
  }
});
