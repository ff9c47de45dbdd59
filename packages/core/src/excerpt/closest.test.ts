import { expect, test } from 'vitest';
import type { Answer, Question } from '../types/answer.ts';
import { closestPassages } from './closest.ts';
import { passagesOf } from './excerpt-fixture.ts';

const EVIDENCE = { idf: new Map<string, number>(), unknownIdf: 2, similarity: 0, text: 0, page: undefined };
const PAGES = [
  '# Turbine\n\nThe turbine turns. See [the mill](/p1) and [elsewhere](https://elsewhere.example/).',
  '# Mill\n\nThe mill has a turbine.',
];
const isIndexed = (url: string): boolean => url.endsWith('/p1');
const question: Question = { text: 'turbine of the mill', history: [] };

test('where nothing is shown, the sections are given that an answer would have been taken from, word for word', () => {
  const passages = passagesOf(...PAGES);
  const found = closestPassages(
    { question, passages, evidence: EVIDENCE },
    { confidence: 0.4, citations: [] },
    () => true,
  );
  expect(found.map(({ heading }) => heading)).toEqual(['Turbine', 'Mill']);
  for (const { url, statements } of found) {
    const { text } = passages.find(({ chunk }) => chunk.url === url)!.chunk;
    expect(statements.filter((statement) => !text.includes(statement.text))).toEqual([]);
  }
});

test('a section that is shown already is left out', () => {
  const passages = passagesOf(...PAGES);
  const { url, anchor, title, heading } = passages[0]!.chunk;
  const citation = { url, anchor, title, heading } as Answer['citations'][number];
  const shown = { confidence: 0.8, citations: [citation] };
  const found = closestPassages({ question, passages, evidence: EVIDENCE }, shown, () => true);
  expect(found.map((one) => one.heading)).toEqual(['Mill']);
});

test('nothing is close where next to nothing speaks for the passages', () => {
  const passages = passagesOf(...PAGES);
  const shown = { confidence: 0.02, citations: [] };
  expect(closestPassages({ question, passages, evidence: EVIDENCE }, shown, () => true)).toEqual([]);
});

test('links lead to pages of the index alone', () => {
  const passages = passagesOf(...PAGES);
  const found = closestPassages(
    { question, passages, evidence: EVIDENCE },
    { confidence: 0.4, citations: [] },
    isIndexed,
  );
  const links = found.flatMap(({ statements }) => statements.flatMap(({ marks }) => marks));
  expect(links.filter(({ kind }) => kind === 'link').map((mark) => new URL(mark.href).pathname)).toEqual(['/p1']);
});
