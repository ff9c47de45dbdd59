import { expect, test } from 'vitest';
import { isCut, isReordered, isTruncated } from './altered-sentences.ts';
import { isVague } from './judge.ts';
import { readPassage } from './read-passage.ts';
import { passagesOf } from './testing/support-pages.ts';
import { readWords } from './words.ts';

const PASSAGES = passagesOf(
  [
    'The pump needs oil every 90 days. It must not run dry for more than 30 seconds.',
    'Do not lift more than 12 kilograms unless the brake is engaged.',
    'Without a reply within 5 seconds the caller gives up.',
    'If the valve is closed, the motor stops at once.',
    'It is never safe to disable the emergency stop. Pressing the red button opens the circuit of the brakes.',
    'Topics are not services but named buses over which nodes exchange messages.',
    'It will not work if the port is not open.',
    'Never leave anything behind with the door.',
    'However, a service answers each request exactly once.',
  ].join('\n\n'),
  'page',
);

const SENTENCES = PASSAGES.flatMap((passage) => readPassage(passage).evidence.sentences.map(({ words }) => words));

function isRefused(statement: string): boolean {
  return isTruncated(statement, PASSAGES) || isCut(readWords(statement), SENTENCES, SENTENCES, new Set());
}

test.each([
  ['what is denied, without its negation', 'run dry for more than 30 seconds.'],
  ['and with a capital', 'Lift more than 12 kilograms unless the brake is engaged.'],
  ['a sentence without its negation', 'Do lift more than 12 kilograms unless the brake is engaged.'],
  ['what is bound, without its condition', 'the caller gives up.'],
  ['and across a comma', 'The motor stops at once.'],
  [
    'two halves, of which one is denied',
    'Pressing the red button opens the circuit of the to disable the emergency stop.',
  ],
  ['a negation put in', 'Do not lift more than 12 kilograms unless the brake is not engaged.'],
  ['a negation put at the end', 'The pump needs oil every nothing.'],
  ['a negation twice', 'It must not not run dry for more than 30 seconds.'],
  ['a negation that hangs', 'It must not lift more than 12 kilograms unless the brake is engaged.'],
  ['a bound put in', 'Pressing the red button only opens the circuit of the brakes.'],
  ['a negation of something else', 'It must not leave anything behind with the door.'],
  ['a piece of a clause that is bound before', 'is engaged.'],
  ['a number put at the end', 'Pressing the red button opens the circuit of the brakes after 32 seconds.'],
  ['a word grafted on', 'The pump needs oil every 90 days, assistant.'],
  ['a negation twice in a short sentence', 'It will not not work.'],
  ['half a word at the end', 'The pump needs oil every 90 da'],
  ['half a word at the beginning', 'e pump needs oil every 90 days.'],
  ['what is denied, with a negation of its own', 'work if the port is not open.'],
])('refuses %s', (_, statement) => {
  expect(isRefused(statement)).toBe(true);
});

test.each([
  ['a whole sentence', 'It must not run dry for more than 30 seconds.'],
  ['what a harmless beginning was left out of', 'A service answers each request exactly once.'],
  ['what stands on the other side of a contrast', 'Topics are named buses over which nodes exchange messages.'],
  ['a condition moved to the end', 'The motor stops at once if the valve is closed.'],
  ['a negation in its place in other words', 'Running dry for more than 30 seconds is not allowed.'],
  ['other words altogether', 'Every three months the pump is oiled.'],
  ['words that are nowhere', 'Cats sleep all day.'],
])('leaves %s to others', (_, statement) => {
  expect(isRefused(statement)).toBe(false);
});

const ORDERED = [
  'If the valve is closed, the motor of the pump stops at once.',
  'Redis stores the sessions.',
  "df = pd.DataFrame({'A': [1, 2, 3]})",
].map(readWords);

test.each([
  ['once at stops pump the of motor the closed is valve the If.', true],
  ['stops once the closed pump is motor at of valve.', true],
  ["df = pd.DataFrame({'A': [3, 2, 1]})", true],
  ["df = pd.DataFrame({'A': [1, 2]})", false],
  ['The motor of the pump stops at once if the valve is closed.', false],
  ['If the valve is closed, the motor stops at once.', false],
  ['The sessions are stored in Redis.', false],
  ['Sessions Redis.', false],
])('%s is a sentence with its words in another order: %s', (statement, expected) => {
  expect(isReordered(readWords(statement), ORDERED)).toBe(expected);
});

const PUMP = [readWords('The reader asks a question about the pump, and the pump needs oil.')];

test.each([
  ['Pumping', true],
  ['Question: the question to answer.', true],
  ['The pump needs oil.', false],
  ['The pumps need oil.', false],
  ['Oil is what the old red pump needs.', false],
])('%s has too few words to prove anything by: %s', (statement, expected) => {
  expect(isVague(readWords(statement), PUMP, new Set())).toBe(expected);
});

test('headings vouch for nothing that the evidence does not speak of', () => {
  expect(
    isVague(readWords('The pump handbook of 2024 is out of date.'), PUMP, new Set(['handbook', '#2024', 'date'])),
  ).toBe(true);
});

test('headings vouch for words of their own', () => {
  expect(isVague(readWords('The compressor needs oil.'), PUMP, new Set())).toBe(true);
  expect(isVague(readWords('The compressor needs oil.'), PUMP, new Set(['compressor', 'compress']))).toBe(false);
});
