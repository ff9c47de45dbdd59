import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenize } from '../text/tokenize.ts';
import { doubtfulWords } from './doubtful-words.ts';
import { indexWords, type IndexWords } from './index-words.ts';
import { likelyWords } from './likely-words.ts';
import { writtenWord } from './written-word.ts';

/** Words of the pages, with the number of passages that contain each. */
const WRITTEN: Readonly<Record<string, number>> = {
  configuration: 40,
  container: 60,
  deployment: 50,
  export: 20,
  harbour: 8,
  memory: 30,
  pod: 70,
  scheduler: 20,
  setting: 100,
  table: 12,
  update: 20,
  environment: 25,
  createSlice: 9,
  настройка: 12,
  développement: 9,
};
/** Words that make the slips below look like words of the pages. */
const PLAUSIBLE: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'install instance return retry delete complete tenant mentor inventory button carton'
      .split(' ')
      .map((word) => [word, 9]),
  ),
  ...Object.fromEntries(
    'later table tension sensor extension meter veteran handy bundler idler'.split(' ').map((word) => [word, 9]),
  ),
  chunk: 30,
  handle: 30,
  instead: 30,
  labels: 30,
  lifecycle: 30,
  retention: 30,
  setting: 100,
};

function wordsOf(counts: Readonly<Record<string, number>>): IndexWords {
  return indexWords(new Map(Object.entries(counts).flatMap(([word, n]) => tokenize(word).map((token) => [token, n]))));
}

const INDEX = wordsOf(WRITTEN);

/** Returns the correction of each doubtful word, if the pages use the words of the table. */
function corrected(text: string, written = WRITTEN): readonly string[] {
  const index = wordsOf(written);
  return doubtfulWords(text, index).flatMap(({ start, end, typed, ...at }) => {
    const found = [...likelyWords(typed, index, at)].map((one) => {
      const forms = Object.entries(written).filter(([word]) => tokenize(word)[0] === one.token);
      return one.token === '' ? one.word : writtenWord(typed, one, new Map(forms));
    });
    const word = found.find((one) => one !== undefined);
    return word === undefined ? [] : [`${text.slice(start, end)}→${word}`];
  });
}

describe('a slip of the fingers leads to the word of the index', () => {
  test.each([
    ['two letters swapped', 'which contianer is it', ['contianer→container']],
    ['the key beside', 'the depliyment fails', ['depliyment→deployment']],
    ['another vowel', 'the harbuor and the schedular', ['harbuor→harbour', 'schedular→scheduler']],
    ['a letter too many', 'one envirponment', ['envirponment→environment']],
    ['two slips in a long word', 'my confgiuratin file', ['confgiuratin→configuration']],
    ['a word of grammar', 'waht is a pod, and wich one', ['waht→what', 'wich→which']],
    ['two words', 'contianer deploymnet', ['contianer→container', 'deploymnet→deployment']],
    ['all capitals', 'WHICH CONTIANER', ['CONTIANER→container']],
    ['an identifier', 'how does createslcie work', ['createslcie→createSlice']],
    ['another alphabet', 'где настрйока', ['настрйока→настройка']],
    ['an unfinished last word', 'how to change the configu', ['configu→configuration']],
  ])('%s', (_, text, expected) => expect(corrected(text)).toEqual(expected));
});

test.each([
  ['a swap behind the first letter, which is rarely wrong', 'hwo is it', ['hwo→how']],
  ['no other ending', 'which handler', []],
  ['no short word at the end, though a longer one begins so', 'the end of life', []],
])('%s is found where the slip looks like a word', (_, text, expected) => {
  expect(corrected(text, PLAUSIBLE)).toEqual(expected);
});

describe('what was typed stays where it may be meant', () => {
  test.each([
    ['a word that the index has', 'container configuration'],
    ['another form of such a word', 'containers configured'],
    ['a word far from all others', 'where is the unicorn'],
    ['a short word that could be another', 'tale or tables and pot'],
    ['a name of another first letter', 'is Mable here'],
    ['an identifier with a capital inside', 'what does createSlce do'],
    ['digits inside', 'contianer2'],
    ['an underscore', 'my_contianer'],
    ['a point inside', 'contianer.json'],
    ['a path', '/contianer/ and a/contianer'],
    ['a call', 'contianer()'],
    ['quotes', 'what is "contianer" or “contianer”'],
    ['code', 'what is `contianer`'],
    ['an abbreviation', 'what is a PDO'],
    ['words without spaces', '容器配置文件'],
    ['an unfinished word behind which the question goes on', 'configu file'],
    ['an unfinished word with an end', 'what is a configu?'],
  ])('%s', (_, text) => expect(corrected(text)).toEqual([]));
});

const INDEX_WORDS = [...INDEX.terms.keys()];

/** Returns the words of `have` that are doubted in `text`. */
function doubtedOf(have: readonly string[], text: string, words: IndexWords): readonly string[] {
  const doubted = doubtfulWords(text, words).map(({ start, end }) => text.slice(start, end));
  return have.filter((word) => doubted.includes(word));
}

test('no usual word of the index is ever doubted, and only tokens of the index are likely', () => {
  const word = fc.stringMatching(/^[a-zé]{3,12}$/u);
  const known = fc.array(word, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(known, fc.array(word, { maxLength: 5 }), (have, others) => {
      const words = indexWords(new Map([...have.flatMap(tokenize), ...INDEX_WORDS].map((token) => [token, 9])));
      const text = [...have, ...others].join(' ');
      expect(doubtedOf(have, text, words)).toEqual([]);
      const tokens = doubtfulWords(text, words).flatMap(({ typed, ...at }) =>
        [...likelyWords(typed, words, at)].map(({ token }) => token),
      );
      expect(tokens.filter((token) => token !== '' && !words.terms.has(token))).toEqual([]);
    }),
  );
});

test('the check above notices a word that the index has lost', () => {
  expect(doubtedOf(['contaimer'], 'contaimer', INDEX)).toEqual(['contaimer']);
});
