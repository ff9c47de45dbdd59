import type { Mark } from '@ibid/core/types';
import { expect, test } from 'vitest';
import { answerExcerpts, type ShownAnswer } from './shown-excerpts.ts';

const LENS = { url: 'https://a.example.org/lens', anchor: 'care', title: 'Lens', heading: 'Care' };
const ARM = { url: 'https://a.example.org/arm', anchor: 'care', title: 'Arm', heading: 'Care' };

function statement(
  text: string,
  excerpt: number | undefined,
  cites = 1,
  marks: Mark[] = [],
): ShownAnswer['statements'][number] {
  return { text, excerpt, citations: [cites], marks };
}

function answer(...statements: ShownAnswer['statements']): ShownAnswer {
  const excerpts = [
    { ...LENS, headings: ['Upkeep', 'Care'] },
    { ...ARM, headings: [] },
  ];
  const citations = [
    { ...LENS, index: 1 },
    { ...ARM, index: 2 },
  ];
  return { outcome: 'answered', statements, excerpts, citations };
}

const mark = (kind: Mark['kind'], start: number, end: number): Mark => ({ kind, start, end, href: '' });

test('statements of an excerpt stand together under the title and all headings', () => {
  expect(answerExcerpts(answer(statement('One.', 0), statement('Two.', 0), statement('Three.', 1, 2)))).toEqual([
    { url: LENS.url, head: 'Lens › Upkeep › Care', text: 'One.\nTwo.' },
    { url: ARM.url, head: 'Arm', text: 'Three.' },
  ]);
});

test('statements without an excerpt stand under the section that they cite first', () => {
  const texts = answerExcerpts(
    answer(statement('One.', undefined), statement('Two.', undefined), statement('Three.', undefined, 2)),
  );
  expect(texts).toEqual([
    { url: LENS.url, head: 'Lens › Care', text: 'One.\nTwo.' },
    { url: ARM.url, head: 'Arm › Care', text: 'Three.' },
  ]);
});

test('nothing is shown unless the question is answered', () => {
  expect(answerExcerpts({ ...answer(statement('One.', 0)), outcome: 'insufficient' })).toEqual([]);
});

test('raised and lowered digits stay apart from their numbers', () => {
  const raised = statement('106 bolts of type 72', 0, 1, [mark('sup', 2, 3), mark('sub', 19, 20)]);
  const texts = answerExcerpts(answer(raised)).map(({ text }) => text.replaceAll(/ +/gu, ' '));
  expect(texts).toEqual(['10^6 bolts of type 7↓2']);
});
