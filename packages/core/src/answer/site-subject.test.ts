import { expect, test } from 'vitest';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import type { Hit } from '../spec/hit.ts';
import { introductionOf, introductionsFirst } from './site-subject.ts';

const COMMON = { idf: new Map([['pump', 0.4]]), unknownIdf: 5 };

test.each([
  ['What is Pump?', 'pump introduction overview welcome getting started'],
  ['What is a valve?', undefined],
  ['How do I oil the pump?', undefined],
])('besides “%s” is searched: %s', (question, expected) => {
  expect(introductionOf(question, COMMON)).toBe(expected);
});

async function hits(...pages: readonly (readonly [page: string, score: number])[]): Promise<readonly Hit[]> {
  const passages = await passagesOf(...pages.map(([page]) => page));
  return pages.map(([, score], at) => ({ chunk: passages[at]!.chunk, score, similarity: 0.5 }) as Hit);
}

const OIL = '# Oil\n\nOil of the pump is changed every 90 days.';
const SAYS = '# Start\n\nPump is a program that moves water.';
const OPENS = '# Introduction\n\nRead these pages in order.';

test('what says what the subject is comes first, then what opens an introduction, then the others', async () => {
  const [oil, opens, says] = await hits([OIL, 3], [OPENS, 2], [SAYS, 1]);
  const found = introductionsFirst('What is Pump?', [oil!], [opens!, says!]);
  expect(found.map(({ chunk }) => chunk.heading)).toEqual(['Start', 'Introduction', 'Oil']);
});

test('scores stay in order, so that what comes first counts as the best', async () => {
  const given = await hits([OIL, 3], [OPENS, 2], [SAYS, 1]);
  const scores = introductionsFirst('What is Pump?', given, []).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('a hit of both searches is there once, as the first search scored it', async () => {
  const [oil] = await hits([OIL, 3]);
  expect(introductionsFirst('What is Pump?', [oil!], [{ ...oil!, score: 9 }])).toEqual([oil]);
});

test('hits that introduce nothing stay as they are ranked', async () => {
  const given = await hits([OIL, 3], ['# Fan\n\nThe fan cools the pump.', 2]);
  expect(introductionsFirst('What is Pump?', given, [])).toEqual(given);
});
