import { describe, expect, test } from 'vitest';
import { analyseQuestion } from '../question/analyse-question.ts';
import type { Passage } from '../types/answer.ts';
import { composeExcerpts } from './compose.ts';
import { filler, passagesOf, scored, termsOf } from './excerpt-fixture.ts';

const PAGES = [
  '# Turbine\n\nThe turbine turns at 900 rpm.',
  '# Valve\n\nThe valve of the turbine opens by night.',
  '# Mill\n\nA mill grinds wheat.',
];

function headings(
  question: string,
  scores: readonly number[],
  {
    isFurther = false,
    maxUnits = 60,
    pages = PAGES,
    likeness,
  }: { isFurther?: boolean; maxUnits?: number; pages?: readonly string[]; likeness?: 'cosine' } = {},
): readonly string[] {
  const found = passagesOf(...pages);
  const passages = found.map((passage, at): Passage => ({ ...passage, score: scores[at] ?? 0 }));
  const asked = {
    terms: termsOf(question),
    analysis: analyseQuestion(question),
    maxUnits,
    isFurther,
    likeness,
  };
  return composeExcerpts(passages, scored(passages, question), asked).map(({ chunk }) => chunk.heading);
}

test('one excerpt is enough where its section stands far above the others', () => {
  expect(headings('turbine speed', [5, 2, 1])).toEqual(['Turbine']);
});

test('further excerpts come where the best section may not be the right one', () => {
  expect(headings('turbine speed', [3, 2.9, 2.9])).toEqual(['Turbine', 'Valve']);
});

test('an excerpt that has most words of the question is shown alone', () => {
  expect(headings('turbine turns rpm', [3, 2.9, 2.9])).toEqual(['Turbine']);
  expect(headings('turbine rpm', [3, 2.9, 2.9])).toEqual(['Turbine', 'Valve']);
});

test('an encoder sets scores further apart, so that more of a share is enough', () => {
  const scores = [3, 2.9, 2];
  expect(headings('turbine speed', scores)).toEqual(['Turbine']);
  expect(headings('turbine speed', scores, { likeness: 'cosine' })).toEqual(['Turbine', 'Valve']);
});

test('of the further sections the one that holds what is lacking comes first, though another is ranked higher', () => {
  const pages = [PAGES[0]!, PAGES[2]!, PAGES[1]!];
  expect(headings('turbine valve', [3, 2.9, 2.8], { pages })).toEqual(['Turbine', 'Valve']);
});

test('both sides of a comparison are shown', () => {
  expect(headings('difference between turbine and mill', [3, 2.5, 2.5]).slice(0, 2)).toEqual(['Turbine', 'Mill']);
});

test('of two things compared, each has the section of its own name, however sure the first is', () => {
  const pages = ['# Mill\n\nA mill grinds wheat.', '# Turbine\n\nThe turbine turns at 900 rpm, unlike a mill.'];
  expect(headings('turbine vs mill', [1, 5], { pages })).toEqual(['Turbine', 'Mill']);
});

test('each of three things compared has its section', () => {
  const pages = [...PAGES, '# Oil\n\nTurbine, valve and mill need oil.'];
  expect(headings('turbine vs valve vs mill', [3, 2.5, 1, 2.9], { pages })).toEqual(['Turbine', 'Valve', 'Mill']);
});

test('a heading that is the whole name of one side is not the beginning of the other', () => {
  const pages = ['# Docker\n\nDocker runs one box.', '# Docker Compose\n\nDocker Compose runs many.'];
  expect(headings('docker vs docker compose', [5, 1], { pages })).toEqual(['Docker', 'Docker Compose']);
});

test('the other side has the section whose heading is the beginning of its name, from its beginning', () => {
  const kinds = ['A wrapper is put around a part.', 'It costs little.', filler(40), 'Wrap a part to keep it.'];
  const pages = ['# Ejecting\n\nTo eject a part means to copy it.', `# Wrapping\n\n${kinds.join('\n\n')}`];
  const passages = passagesOf(...pages).map((passage, at) => ({ ...passage, score: [5, 1, 1, 1][at] ?? 0 }));
  const question = 'eject or wrap a part, which is better?';
  const asked = { terms: termsOf(question), analysis: analyseQuestion(question), maxUnits: 60 };
  const shown = composeExcerpts(passages, scored(passages, question), asked);
  expect(shown.map(({ chunk, units }) => [chunk.heading, units[0]!.text])).toEqual([
    ['Ejecting', 'To eject a part means to copy it.'],
    ['Wrapping', 'A wrapper is put around a part.'],
  ]);
});

test('a short section is shown with the first one below it, and not with the one after', () => {
  const pages = ['# Gini\n\nThis is about the Gini.\n\n## Definition\n\nIt is a share.\n\n# Other\n\nNo.'];
  const passages = passagesOf(...pages);
  const asked = { terms: termsOf('gini'), analysis: analyseQuestion('gini'), maxUnits: 60 };
  const shown = composeExcerpts(passages, scored(passages, 'gini'), asked);
  expect(shown.map(({ chunk, units }) => [chunk.heading, ...units.map(({ text }) => text)])).toEqual([
    ['Gini', 'This is about the Gini.', 'It is a share.'],
  ]);
});

test('a short section that ranks first is shown from its beginning, above the part of the one below that has more words', () => {
  const start = '# Logs\n\nLogs are kept for good.\n\n## Cleaner\n\n';
  const pages = [`${start}${filler(300)}\n\nThe cleaner keeps logs for a period.`];
  const passages = passagesOf(...pages).map((passage, at): Passage => ({ ...passage, score: at === 0 ? 9 : 5 - at }));
  const question = 'for which period are logs kept';
  const asked = { terms: termsOf(question), analysis: analyseQuestion(question), maxUnits: 60 };
  const [first] = composeExcerpts(passages, scored(passages, question), asked);
  expect(first!.units[0]!.text).toBe('Logs are kept for good.');
});

test('what says the same again is no further excerpt', () => {
  const pages = [PAGES[0]!, '# Again\n\nThe turbine turns at 900 rpm now.'];
  expect(headings('turbine', [3, 3], { pages })).toEqual(['Turbine']);
});

test('there are as many units as may be, over all excerpts', () => {
  expect(headings('turbine', [3, 3, 3], { maxUnits: 1, isFurther: true })).toHaveLength(1);
  expect(headings('turbine', [3, 3, 3], { isFurther: true })).toHaveLength(3);
});

const pageWith = (box: string): string =>
  `# Turbine\n\n:::warning\n\n${box}\n\n:::\n\n## Start\n\nTurn the lever of the turbine.`;

const shownUnder = (box: string, question: string, maxUnits = 60, page = pageWith(box)): readonly string[] => {
  const passages = passagesOf(page)
    .toReversed()
    .map((passage, at) => ({ ...passage, score: 5 - 5 * at }));
  const asked = { terms: termsOf(question), analysis: analyseQuestion(question), maxUnits };
  return composeExcerpts(passages, scored(passages, question), asked).flatMap(({ units }) =>
    units.map(({ text }) => text),
  );
};

describe('a box at the beginning of a page that says it is outdated', () => {
  test('stands above its sections', () => {
    expect(shownUnder('Turbines are deprecated. Use sails.', 'turn the lever')).toEqual([
      'warning',
      'Turbines are deprecated.',
      'Use sails.',
      'Turn the lever of the turbine.',
    ]);
  });

  test('does not take the place of what answers', () => {
    expect(shownUnder('Turbines are deprecated. Use sails.', 'turn the lever', 3)).toEqual([
      'Turn the lever of the turbine.',
    ]);
  });

  test('is of the page, and not of its first section', () => {
    const page = pageWith('It is deprecated.').replace('# Turbine', '# Turbine\n\n## Version 1');
    expect(shownUnder('', 'turn the lever', 60, page)).toEqual(['Turn the lever of the turbine.']);
  });

  test.each([
    'Turbines are loud. Wear a helmet.',
    'This is no longer the case.',
    filler(12).concat(' It is deprecated.'),
  ])('and no other box does: %s', (box) => {
    expect(shownUnder(box, 'turn the lever')).toEqual(['Turn the lever of the turbine.']);
  });
});

test('of a table below a heading that is what is asked no row is left out', () => {
  const names = 'bolt cable drum engine flange gear hinge joint'.split(' ');
  const table = `| ask | command |\n|---|---|\n${names.map((name) => `| run ${name === 'gear' ? 'the system' : name} | ${name} |`).join('\n')}`;
  const rows = (question: string): number => {
    const passages = passagesOf(`# Tools\n\n## Inspect the system\n\n${table}`);
    const asked = { terms: termsOf(question), analysis: analyseQuestion(question), maxUnits: 60 };
    const [first] = composeExcerpts(passages, scored(passages, question), asked);
    return first!.units.filter(({ kind }) => kind === 'row').length;
  };
  expect(rows('how do I inspect the system')).toBe(8);
  expect(rows('which command for the gear')).toBe(1);
});
