import { expect, test } from 'vitest';
import { americanSpelling } from './american-spelling.ts';
import { tokenize } from './tokenize.ts';

test.each([
  'randomise randomize, randomised randomized, randomisation randomization, customisable customizable',
  'organisers organizers, normalising normalizing, serialise serialize, synthesises synthesizes, recognise recognize',
  'standardise standardize, modernised modernized, crystallise crystallize, initialisers initializers',
  'anonymise anonymize, quantisation quantization, itemise itemize, oxidised oxidized, energise energize, amortise amortize',
  'subsidise subsidize, strategising strategizing, organisational organizational, customisability customizability',
  'analyse analyze, paralysing paralyzing, catalogue catalog, dialogues dialogs',
  'colour color, colouring coloring, behaviours behaviors, favourite favorite, discoloured discolored',
  'centre center, centred centered, centring centering, kilometres kilometers, licenced licensed, fibre fiber, licence license, defence defense',
])('British and American spelling give one token: %s', (pairs) => {
  const apart = pairs.split(', ').filter((pair) => new Set(tokenize(pair)).size !== 1);
  expect(apart).toEqual([]);
});

test.each([
  'promise prize, compromise, disable, disability, arise, uprising, premises, paradise, practise, surprised, otherwise, franchise, revise revision, precise precision, supervised supervision, exercise, advertise, raise, noise',
  'tour tor, hour, four for, pour, your, contour, source, course, acre, genre, entire, score, fence, sentence, vogue, rogue',
])('words that only look British stay as they are: %s', (words) => {
  for (const word of words.split(/[ ,]+/u)) expect(americanSpelling(word)).toBe(word);
});

test('a contraction gives no token of its grammar', () => {
  const text =
    "It doesn't start, isn't there, can't stop, wasn't, aren’t, didn't, couldn't, shouldn't, wouldn't, hasn't, we're, I've";
  expect(tokenize(text)).toEqual(tokenize('start, stop'));
});
