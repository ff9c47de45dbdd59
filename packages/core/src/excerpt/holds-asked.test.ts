import { expect, test } from 'vitest';
import { analyseQuestion } from '../question/analyse-question.ts';
import { questionTerms } from '../question/question-terms.ts';
import { tokenize } from '../text/tokenize.ts';
import { scored, passagesOf } from './excerpt-fixture.ts';
import { holdsAsked } from './holds-asked.ts';

/** Asks a page that is the whole index. */
function isHeld(question: string, body: string): boolean {
  const passages = passagesOf(`# Robot\n\n${body}`);
  const idf = new Map(tokenize(`Robot ${body}`).map((token) => [token, 1]));
  const analysis = analyseQuestion(question);
  const terms = questionTerms(question, analysis, { idf, unknownIdf: 2 });
  const units = scored(passages, question);
  return holdsAsked(analysis, terms, [{ chunk: passages[0]!.chunk, units, isNarrowed: false }]);
}

test.each([
  ['When was the robot released?', 'The robot was released in May 2024.'],
  ['When is version 4.0 of the robot coming out?', 'Version 4.0 of the robot comes out in 2027.'],
  ['When should I release the brake?', 'Release the brake before it moves.'],
  ['When is the brake released?', 'The brake is released when the arm stops.'],
  ['When will version 5 be released?', 'Version 5 follows in spring.'],
  ['Why was my effect called twice?', 'An effect is called twice to find what it does not clean up.'],
  ['What does the robot cost?', 'The robot is 900 € with a box.'],
  ['light or dark theme', 'The themes are bright and dark.'],
  ['npm or yarn to install it?', 'Install it with npm.'],
  ['What does the robot cost?', 'The robot costs $900.'],
  [
    'Why was the master node dropped?',
    'The master node was dropped. It was a single point of failure, and thus a risk.',
  ],
  [
    'Why was the master node dropped?',
    '| Aspect | Why it matters |\n|---|---|\n| Master node was dropped | No single point of failure |',
  ],
  ['Why does the arm stop?', 'The arm stops at the limit.'],
  ['wheels or legs for a warehouse?', 'Legs climb stairs. Wheels are fast in a warehouse.'],
])('%s is answered by: %s', (question, body) => {
  expect(isHeld(question, body)).toBe(true);
});

test.each([
  ['When was the book of the robot published?', 'This book teaches how the robot moves.'],
  ['When was the robot released?', 'The robot was released under an open licence.'],
  ['When is version 4.0 of the robot coming out?', 'Version 3.1 of the robot came out in 2024.'],
  ['What does the robot cost?', 'The robot is sold in a box. Feel free to open it.'],
  ['Why was the master node dropped?', 'The master node was dropped and replaced by discovery.'],
  ['wheels or rotors for a warehouse?', 'Wheels are fast in a warehouse.'],
])('%s is not answered by: %s', (question, body) => {
  expect(isHeld(question, body)).toBe(false);
});
