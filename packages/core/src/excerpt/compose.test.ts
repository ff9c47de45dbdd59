import { expect, test } from 'vitest';
import { analyseQuestion } from '../question/analyse-question.ts';
import type { Passage } from '../types/answer.ts';
import { ANSWER, composeExcerpts } from './compose.ts';
import { passagesOf, scored, termsOf } from './excerpt-fixture.ts';

const PAGES = [
  '# Turbine\n\nThe turbine turns at 900 rpm.',
  '# Valve\n\nThe valve of the turbine opens by night.',
  '# Mill\n\nA mill grinds wheat.',
];

async function headings(
  question: string,
  scores: readonly number[],
  { all = false, maxUnits = 60, pages = PAGES }: { all?: boolean; maxUnits?: number; pages?: readonly string[] } = {},
): Promise<readonly string[]> {
  const found = await passagesOf(...pages);
  const passages = found.map((passage, at): Passage => ({ ...passage, score: scores[at] ?? 0 }));
  const asked = { terms: termsOf(question), analysis: analyseQuestion(question), maxUnits, budgets: ANSWER, all };
  return composeExcerpts(passages, scored(passages, question), asked).map(({ chunk }) => chunk.heading);
}

test('one excerpt is enough where its section stands far above the others', async () => {
  expect(await headings('turbine speed', [5, 2, 1])).toEqual(['Turbine']);
});

test('further excerpts come where the best section may not be the right one', async () => {
  expect(await headings('turbine speed', [3, 2.9, 1])).toEqual(['Turbine', 'Valve']);
});

test('of the further sections the one that holds what is lacking comes first, though another is ranked higher', async () => {
  const pages = [PAGES[0]!, PAGES[2]!, PAGES[1]!];
  expect(await headings('turbine valve', [3, 2.9, 2.8], { pages })).toEqual(['Turbine', 'Valve']);
});

test('both sides of a comparison are shown', async () => {
  expect((await headings('difference between turbine and mill', [3, 2.5, 2.5])).slice(0, 2)).toEqual([
    'Turbine',
    'Mill',
  ]);
});

test('what says the same again is no further excerpt', async () => {
  const pages = [PAGES[0]!, '# Again\n\nThe turbine turns at 900 rpm now.'];
  expect(await headings('turbine', [3, 3], { pages })).toEqual(['Turbine']);
});

test('there are as many units as may be, over all excerpts', async () => {
  expect(await headings('turbine', [3, 3, 3], { maxUnits: 1, all: true })).toHaveLength(1);
  expect(await headings('turbine', [3, 3, 3], { all: true })).toHaveLength(2);
});
