import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimHistory } from './create-conversations.ts';

const byWords = (text: string): number => text.split(' ').filter((word) => word !== '').length;

const words = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ');

/** A turn with this many words in the question and in the answer. */
function turn(
  name: string,
  question: number,
  answer: number,
): { readonly userInput: string; readonly response: string } {
  return { userInput: words(`q${name}`, question), response: words(`a${name}`, answer) };
}

function trimmed(turns: readonly ReturnType<typeof turn>[], maxTokens: number): readonly string[] {
  const history = trimHistory(turns, { maxTokens, countTokens: byWords });
  return history.map(({ role, text }) => `${role} ${text.split(' ')[0]} ${byWords(text)}`);
}

test('gives both sides of every turn, oldest first', () => {
  expect(trimmed([turn('1', 2, 3), turn('2', 1, 4)], 100)).toEqual([
    'reader q1 2',
    'assistant a1 3',
    'reader q2 1',
    'assistant a2 4',
  ]);
  expect(trimmed([], 100)).toEqual([]);
});

test('keeps the newest turns whole that fit together, to the token', () => {
  const turns = [turn('1', 2, 3), turn('2', 2, 3), turn('3', 2, 3)];
  expect(trimmed(turns, 10)).toEqual(['reader q2 2', 'assistant a2 3', 'reader q3 2', 'assistant a3 3']);
  expect(trimmed(turns, 9)).toEqual(['reader q3 2', 'assistant a3 3']);
});

test('gives at most 20 entries', () => {
  const turns = Array.from({ length: 12 }, (_, i) => turn(String(i), 1, 1));
  expect(trimmed(turns, 1000)).toHaveLength(20);
});

test('keeps the question alone where the newest turn is too long', () => {
  expect(trimmed([turn('1', 1, 1), turn('2', 5, 50)], 20)).toEqual(['reader q2 5']);
  expect(trimmed([turn('1', 1, 1), turn('2', 21, 1)], 20)).toEqual([]);
});

test('never exceeds the tokens or the entries, and is always the end of the conversation', () => {
  const turns = fc.array(
    fc.tuple(fc.nat(30), fc.nat(30)).map(([question, answer]) => ({ question, answer })),
    { maxLength: 15 },
  );
  fc.assert(
    fc.property(turns, fc.integer({ min: 1, max: 120 }), (sizes, maxTokens) => {
      const all = sizes.map(({ question, answer }, i) => turn(String(i), question, answer));
      const history = trimHistory(all, { maxTokens, countTokens: byWords });
      expect(history.reduce((sum, { text }) => sum + byWords(text), 0)).toBeLessThanOrEqual(maxTokens);
      expect(history.length).toBeLessThanOrEqual(20);
      const entries = all.flatMap(({ userInput, response }) => [userInput, response]);
      const isQuestionAlone = history.length === 1;
      const end = isQuestionAlone ? entries.slice(-2, -1) : entries.slice(entries.length - history.length);
      expect(history.map(({ text }) => text)).toEqual(end);
    }),
  );
});
