import { expect, test } from 'vitest';
import { tokenize } from '../text/tokenize.ts';
import { indexWords } from './index-words.ts';
import { cutWords } from './cut-words.ts';
import { splitWords, withNouns } from './split-words.ts';

const COUNTS = {
  plugin: 60,
  life: 4,
  time: 80,
  lifetime: 30,
  status: 90,
  code: 200,
  statuscode: 10,
  each: 0,
  foreach: 20,
  render: 40,
  prerender: 9,
  setup: 25,
  set: 90,
  login: 3,
  dark: 20,
  mode: 50,
  darkroom: 1,
  overtime: 1,
  upstream: 5,
  stream: 10,
};
const INDEX = indexWords(
  new Map(Object.entries(COUNTS).flatMap(([word, passages]) => tokenize(word).map((token) => [token, passages]))),
);

test.each([
  ['a word in two', 'which life time has it', ['life time→lifetime']],
  ['one with a hyphen', 'a life-time', ['life-time→lifetime']],
  ['a prefix, as rare as the word may be', 'pre render a page', ['pre render→prerender']],
  ['a word whose last part is no word of the index', 'list the plug ins', ['plug ins→plugins']],
  ['two words that are rarely written as one', 'a status code', []],
  ['words of grammar', 'for each page', []],
  ['words of two clauses', 'for life, time is short', []],
  ['quoted words', 'what is "life time"', []],
  ['an adverb', 'an up stream', ['up stream→upstream']],
  ['a preposition', 'how it changes over time', []],
])('%s', (_, text, expected) => {
  const found = splitWords(text, INDEX);
  expect(found.map(({ start, end, typed }) => `${text.slice(start, end)}→${typed}`)).toEqual(expected);
});

test.each([
  ['how to set up a pod', 'how to setup a pod'],
  ['Setting up, then set-up', 'setup, then setup'],
  ['log out of it', 'log out of it'],
  ['log in with a key, then log in. Or log in?', 'login with a key, then login. Or login?'],
  ['a log-in page', 'a login page'],
  ['what is logged in production', 'what is logged in production'],
  ['log in the app', 'log in the app'],
  ['where is the id logged in?', 'where is the id logged in?'],
  ['what is "set up"', 'what is "set up"'],
])('a verb with a particle is written as the noun that the index has: %s', (text, expected) => {
  expect(withNouns(text, INDEX)).toBe(expected);
});

test('a word is cut where both parts are in the index', () => {
  expect(cutWords('darkmode', INDEX)).toMatchObject([{ first: 'dark', last: 'mode' }]);
  expect(cutWords('darkmodes', INDEX)).toMatchObject([{ first: 'dark', last: 'modes' }]);
  for (const typed of ['dark', 'da', '', 'forlife', 'darkness']) expect(cutWords(typed, INDEX)).toEqual([]);
});
