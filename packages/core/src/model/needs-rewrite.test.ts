import { describe, expect, test } from 'vitest';
import { DIALOGUES, turns } from '../follow-up/testing/dialogues.ts';
import { needsRewrite } from './needs-rewrite.ts';

const dialogues = Object.values(DIALOGUES).flat();

describe('a model is asked for a complete question', () => {
  test('wherever the rules carry something over', () => {
    const leaning = dialogues.filter(({ carries }) => carries.length > 0);
    expect(leaning.length).toBeGreaterThan(50);
    expect(leaning.filter(({ said, asks }) => !needsRewrite({ text: asks, history: turns(said) }))).toEqual([]);
  });

  test.each([
    ['a word points at something that the rules do not find', ['Help!', 'With what?'], 'How do I do that?'],
    ['only the answer says what is meant', ['hmm so so', 'Try the simulator.'], 'How do I start it?'],
  ])('where %s', (_, said, text) => {
    expect(needsRewrite({ text, history: turns(said) })).toBe(true);
  });
});

describe('no model is asked', () => {
  test.each([
    ['without a history', [], 'How do I start it?'],
    ['after small talk alone', ['Hi!', 'Hello.'], 'How do I start it?'],
    ['for thanks', ['What is a digital twin?', 'A copy.'], 'Thanks a lot!'],
    ['for a greeting', ['What is a digital twin?', 'A copy.'], 'hello'],
    [
      'for a question on something else',
      ['What is a digital twin?', 'A copy.'],
      'Now something else: how do I start it?',
    ],
    [
      'for a question that stands alone',
      ['What is a digital twin?', 'A copy.'],
      'How do I calibrate the wrist camera of the arm?',
    ],
    ['for nothing', ['What is a digital twin?', 'A copy.'], ''],
  ])('%s', (_, said, text) => {
    expect(needsRewrite({ text, history: turns(said) })).toBe(false);
  });
});
