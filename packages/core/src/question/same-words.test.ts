import { expect, test } from 'vitest';
import { wordTokens } from '../text/word-tokens.ts';
import { indexWords } from './index-words.ts';
import { GROUPS, sameWord } from './same-words.ts';

const words = (...terms: readonly string[]) => indexWords(new Map(terms.map((term) => [term, 1])));

test.each([
  ['visitors', ['client', 'custom'], 'client'],
  ['visitor', ['custom'], 'customer'],
  ['folder', ['file'], undefined],
  ['pump', ['user'], undefined],
])('%s among %j is searched as %s', (typed, terms, expected) => {
  expect(sameWord(typed, words(...terms))).toBe(expected);
});

test('no word is in two groups, so that none has two meanings', () => {
  const tokens = GROUPS.flatMap((group) => group.map((word) => wordTokens(word)[0]));
  expect(tokens.filter((token, at) => tokens.indexOf(token) !== at)).toEqual([]);
});
