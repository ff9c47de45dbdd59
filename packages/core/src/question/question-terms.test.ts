import { expect, test } from 'vitest';
import { analyseQuestion } from './analyse-question.ts';
import { questionTerms } from './question-terms.ts';

const EVIDENCE = { idf: new Map(), unknownIdf: 2 };

test.each([
  ['What does define do?', ['defin']],
  ['What does a valve mean?', ['valv']],
  ['What is an example?', ['exampl']],
  ['How many valves are there?', ['valv']],
])('%s is about %j', (question, tokens) => {
  const terms = questionTerms(question, analyseQuestion(question), EVIDENCE);
  expect(terms.sequence).toEqual(tokens);
  expect(terms.isVague).toBe(false);
});

test.each([
  ['What hardware do I need?', ['hardwar'], true],
  ['how much memory does it need', ['memori'], true],
  ['What do I need to install?', ['need', 'instal'], false],
])('%s is about %j, and required by a heading: %s', (question, tokens, isRequired) => {
  const terms = questionTerms(question, analyseQuestion(question), EVIDENCE);
  expect([terms.sequence, terms.asked.has('requir')]).toEqual([tokens, isRequired]);
});

test('a word of grammar that no page has is left out', () => {
  const idf = new Map([['everybodi', 1]]);
  const terms = (question: string): readonly string[] =>
    questionTerms(question, analyseQuestion(question), { idf, unknownIdf: 2 }).sequence;
  expect(terms('where is the log if nobody reads it')).toEqual(['log', 'read']);
  expect(terms('can everybody read the log')).toEqual(['everybodi', 'read', 'log']);
  expect(terms('what does the unless keyword do')).toEqual(['unless', 'keyword']);
});

test('numbers alone are too vague', () => {
  expect(questionTerms('what is 42', analyseQuestion('what is 42'), EVIDENCE).isVague).toBe(true);
});

test.each([
  ['how do I mock up a module', ['mock', 'modul']],
  ['how do I make a mockup', ['make', 'mockup']],
  ['how do I open port 80', ['open', 'port', '80']],
  ['how do I open port80', ['open', 'port80', 'port', '80']],
])('a word made of two that no page has counts only if it was typed: %s', (question, tokens) => {
  expect(questionTerms(question, analyseQuestion(question), EVIDENCE).sequence).toEqual(tokens);
});

test('a word that is no topic weighs half, an aspect of the topic and a subject weigh all', () => {
  const question = 'does it support a limit of anything for hugo';
  const { weights, total, idfTotal, idfOf } = questionTerms(question, analyseQuestion(question), {
    ...EVIDENCE,
    idf: new Map([['anyth', 1.5]]),
  });
  expect([...weights]).toEqual([
    ['support', 1],
    ['limit', 2],
    ['anyth', 0.75],
    ['hugo', 2],
  ]);
  expect([total, idfTotal, idfOf('support')]).toEqual([5.75, 7.5, 2]);
});

test('a topic with the stem of a word that is none weighs all', () => {
  const question = 'write a generator for hugo';
  expect([...questionTerms(question, analyseQuestion(question), EVIDENCE).weights]).toEqual([
    ['write', 1],
    ['gener', 2],
    ['hugo', 2],
  ]);
});
