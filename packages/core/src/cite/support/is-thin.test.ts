import { expect, test } from 'vitest';
import { isThin } from './is-thin.ts';
import { readWords } from './read-words.ts';

const SENTENCES = [readWords('The reader asks a question about the pump, and the pump needs oil.')];

test.each([
  ['Pumping', true],
  ['Question: the question to answer.', true],
  ['The pump needs oil.', false],
  ['The pumps need oil.', false],
  ['Oil is what the old red pump needs.', false],
])('%s has too few words to prove anything by: %s', (statement, expected) => {
  expect(isThin(readWords(statement), SENTENCES, new Set())).toBe(expected);
});

test('headings vouch for nothing that the evidence does not speak of', () => {
  expect(
    isThin(readWords('The pump handbook of 2024 is out of date.'), SENTENCES, new Set(['handbook', '#2024', 'date'])),
  ).toBe(true);
});

test('headings vouch for words of their own', () => {
  expect(isThin(readWords('The compressor needs oil.'), SENTENCES, new Set())).toBe(true);
  expect(isThin(readWords('The compressor needs oil.'), SENTENCES, new Set(['compressor', 'compress']))).toBe(false);
});
