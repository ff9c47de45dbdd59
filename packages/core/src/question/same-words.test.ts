import { expect, test } from 'vitest';
import { wordTokens } from '../text/word-tokens.ts';
import { indexWords } from './index-words.ts';
import { GROUPS, sameWords } from './same-words.ts';
import { writtenWord } from './written-word.ts';

const tokenOf = (word: string): string => wordTokens(word)[0]!;

/** The word that is searched for `typed`, if the pages have these words once each. */
function searched(typed: string, pages: readonly string[]): string | undefined {
  const index = indexWords(new Map(pages.map((word) => [tokenOf(word), 1])));
  for (const one of sameWords(typed, index)) {
    const forms = pages.filter((word) => tokenOf(word) === one.token).map((word): [string, number] => [word, 1]);
    const word = writtenWord(typed, one, new Map(forms));
    if (word !== undefined) return word;
  }
  return undefined;
}

test.each([
  ['visitors', ['clients', 'customer'], 'clients'],
  ['visitor', ['customer'], 'customer'],
  ['folder', ['file'], undefined],
  ['pump', ['user'], undefined],
  // These have the tokens of "customer" and "organization".
  ['visitor', ['custom'], undefined],
  ['company', ['organize'], undefined],
  ['perform', ['speed'], undefined],
])('%s is searched in pages with %j as %s', (typed, pages, expected) => {
  expect(searched(typed, pages)).toBe(expected);
});

test('no word is in two groups, so that none has two meanings', () => {
  const all = GROUPS.flat();
  expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
});
