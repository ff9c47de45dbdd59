import { describe, expect, test } from 'vitest';
import { DIALOGUES, turns } from '../follow-up/testing/dialogues.ts';
import { acceptRewrite } from './accept-rewrite.ts';
import { ALONE, LEANING } from './testing/leaning-questions.ts';
import { needsRewrite } from './needs-rewrite.ts';

const dialogues = Object.values(DIALOGUES).flat();

describe('a question whose pronoun its own nouns do not explain', () => {
  test.each(LEANING)('$asks', ({ said, asks, complete, hostile }) => {
    const asked = { text: asks, history: turns(said) };
    expect(needsRewrite(asked)).toBe(true);
    expect(acceptRewrite(asked, complete)).toBe(complete);
    expect(acceptRewrite(asked, hostile)).toBeUndefined();
  });
});

test('at least nine of ten questions that stand alone cost no call', () => {
  const history = turns(LEANING[0]!.said);
  const among = [
    ...ALONE.map((text) => ({ text, history })),
    ...dialogues
      .filter(({ carries, said }) => carries.length === 0 && said.length > 0)
      .map(({ asks, said }) => ({ text: asks, history: turns(said) })),
  ];
  const called = among.filter(needsRewrite).map(({ text }) => text);
  expect(among.length).toBeGreaterThan(40);
  expect(called.length).toBeLessThanOrEqual(among.length / 10);
});
