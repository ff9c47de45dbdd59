import { expect, test } from 'vitest';
import { analyseQuestion } from '../question/analyse-question.ts';
import { answerConfidence } from './confidence.ts';
import { passagesOf, scored, termsOf } from './excerpt-fixture.ts';

/** Words alone: no vector measured anything. */
const EVIDENCE = { idf: new Map<string, number>(), unknownIdf: 3, similarity: 0, text: 2, page: undefined };

function confidence(question: string, ...pages: readonly string[]): number {
  const passages = passagesOf(...pages);
  return answerConfidence(
    termsOf(question),
    passages,
    scored(passages, question),
    EVIDENCE,
    analyseQuestion(question).compared,
  );
}

test.each([
  ['the heading names it', '# Pump\n\nIt moves water.'],
  ['a sentence defines it', '# Works\n\nA pump is a machine that moves water.'],
  ['a list of definitions has it', '# Words\n\npump\n: What moves the water.\n\nvalve\n: What stops it.'],
])('one word is answered by words alone if %s', (_, page) => {
  expect(confidence('What is a pump?', page)).toBeGreaterThan(0.5);
});

test('things compared are answered by the sections that are called as they are', () => {
  const pump = '# Pump\n\nIt moves water.';
  expect(confidence('pump vs valve', pump, '# Valve\n\nIt stops it.')).toBeGreaterThan(0.5);
  expect(confidence('pump vs valve', pump, '# Mill\n\nIt stops it.')).toBeLessThan(0.5);
  const both = '# Pumps and valves\n\nThey move and stop it.';
  expect(confidence('pump vs valve', both, pump, '# Pump\n\nIt hums.')).toBe(confidence('pump vs valve', both));
});

test('one word that is only mentioned is not', () => {
  expect(confidence('What is a pump?', '# Works\n\nThe mill and the pump stand below.')).toBeLessThan(0.5);
});
