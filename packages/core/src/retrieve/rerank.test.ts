import { expect, test } from 'vitest';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import type { Edition } from '../types/page.ts';
import { rerank } from './rerank.ts';

const EVIDENCE = { idf: new Map<string, number>(), unknownIdf: 2 };

interface Given {
  readonly page: string;
  readonly score: number;
  readonly locale?: string;
  readonly version?: string;
  readonly similarity?: number;
}

function ranked(
  given: readonly Given[],
  text: string,
  edition?: Partial<Edition>,
  evidence: Parameters<typeof rerank>[2] = EVIDENCE,
): readonly (readonly [place: number, score: number])[] {
  const passages = passagesOf(...given.map(({ page }) => page));
  const found = given.map(({ score, locale = '', version = '', similarity = 0 }, place) => {
    return { chunk: { ...passages[place]!.chunk, locale, version }, score, similarity, place };
  });
  return rerank(found, text, evidence, edition).map(({ place, score }) => [place, score]);
}

const places = (...given: Parameters<typeof ranked>): readonly number[] => ranked(...given).map(([place]) => place);

const PUMP = '# Pump\n\nThe pump needs oil every 90 days.';
const EQUAL = [
  { page: PUMP, score: 0.5 },
  { page: PUMP, score: 0.5 },
];

test('a section whose heading is what is asked comes before one that only has the words', () => {
  const given = [
    { page: '# Works\n\nThe pump stands below. Oil burns above.', score: 0.6 },
    { page: '# Pump oil\n\nEvery 90 days.', score: 0.5 },
  ];
  expect(places(given, 'pump oil')).toEqual([1, 0]);
});

test('the section that a definition is asked of comes first', () => {
  const given = [
    { page: '# Works\n\nA pump is a machine.', score: 0.6 },
    { page: '# Pump\n\nIt moves water.', score: 0.5 },
  ];
  expect(places(given, 'What is a pump?')).toEqual([1, 0]);
});

test('a heading that asks for the definition comes before a section that only has the words', () => {
  const given = [
    { page: '# Works\n\nThe mill has a pump, and oil for the pump.', score: 0.7 },
    { page: '# Questions\n\n## What is a pump?\n\nWhat moves the water.', score: 0.3 },
  ];
  expect(places(given, 'What is a pump?')).toEqual([1, 0]);
});

test('words that are neighbours in the heading count as those of the body do', () => {
  const given = [
    { page: '# How the parts work together\n\nStart the pump, then the mill.', score: 0.5 },
    { page: '# Levers\n\n## How to start the pump with a lever\n\nPull it.', score: 0.5 },
  ];
  expect(places(given, 'start the pump')).toEqual([1, 0]);
});

test.each(['What is a pump?', 'What is a mill pump?'])('%s is answered where the pump is defined', (question) => {
  const given = [
    { page: '# Works\n\nThe mill has oil for its pump.', score: 0.6 },
    { page: '# Machines\n\nA pump is a machine that moves water.', score: 0.5 },
  ];
  expect(places(given, question)).toEqual([1, 0]);
});

test.each(['What is the default pump?', 'What is the oil pump?'])('%s asks for no definition of pumps', (question) => {
  const given = [
    { page: '# Works\n\nThe mill has oil for its pump.', score: 0.6 },
    { page: '# Machines\n\nA pump is a machine that moves water.', score: 0.5 },
  ];
  expect(places(given, question)).toEqual([0, 1]);
});

test('of sections about two things, the one that lists both comes first', () => {
  const given = [
    { page: '# Indent\n\nThe indent of code in the formats amd, iife and umd.', score: 0.6 },
    {
      page: '# Format\n\nOne of these:\n\n- `iife`: for a script tag of a page\n- `umd`: for all kinds of loaders',
      score: 0.5,
    },
  ];
  expect(places(given, 'iife vs umd, which should I use?')).toEqual([1, 0]);
  expect(places(given, 'indent of iife')).toEqual([0, 1]);
});

test('the section of an option comes before one that only uses it', () => {
  const given = [
    { page: '# Debugging\n\nTo debug the pump, start it with `--runInBand`.', score: 0.6 },
    { page: '# Options\n\n## `--runInBand`\n\nUses a single process.', score: 0.5 },
  ];
  expect(places(given, 'what does --runInBand do')).toEqual([1, 0]);
});

test('asked for the default of an option, its own section comes first', () => {
  const given = [
    { page: '# Options\n\n## output.amd.id\n\nNone by default. The format of the output has it.', score: 0.6 },
    { page: '# Options\n\n## output.format\n\nDefault: es', score: 0.5 },
  ];
  expect(places(given, 'what is the default output format')).toEqual([1, 0]);
});

const tableOf = (row: string): string => `| Option | About |\n|---|---|\n${row}\n| \`port\` | Where it listens. |`;

test('asked for the value of a name of code, the row that begins with it comes before one that mentions it', () => {
  const given = [
    {
      page: `# Mill\n\n${tableOf('| `mill.label` | Overrides the default value of `turnByNight` in one place. |')}`,
      score: 0.6,
    },
    { page: `# Pump\n\n${tableOf('| `pump.turnByNight` | false |')}`, score: 0.5 },
  ];
  expect(places(given, 'what is the default value of turnByNight')).toEqual([1, 0]);
  expect(places(given, 'what is the default value at night')).toEqual([0, 1]);
});

test('a passage that answers nothing by its form comes behind', () => {
  const items = '☐ The pump has oil.\n- ☐ The pump is oiled.\n- ☐ The pump is on.';
  const given = [
    { page: `# Before\n\n- ${items}`, score: 0.5 },
    { page: `# Before\n\n- ${items.replaceAll('☐ ', '')}`, score: 0.5 },
  ];
  expect(places(given, 'oil of the pump')).toEqual([1, 0]);
});

test('a section of what is deprecated comes behind, unless it is asked for', () => {
  const given = [
    { page: '# Pump\n\n## Legacy oil\n\nOil of the pump was black.', score: 0.6 },
    { page: '# Pump\n\n## Kinds of oil\n\nOil of the pump is clear.', score: 0.5 },
  ];
  expect(places(given, 'oil of the pump')).toEqual([1, 0]);
  expect(places(given, 'legacy oil of the pump')).toEqual([0, 1]);
});

test('a page for those who work on the project comes behind, unless the question is about that', () => {
  const given = [
    { page: '# Maintaining pumps\n\nAdd the oil of the pump to the list.', score: 0.6 },
    { page: '# Pumps\n\nAdd the oil of the pump to the tank.', score: 0.5 },
  ];
  expect(places(given, 'add oil')).toEqual([1, 0]);
  expect(places(given, 'add oil as a maintainer')).toEqual([0, 1]);
});

test('a page for those who write plugins comes behind, unless the question is about that', () => {
  const given = [
    { page: '# Plugin development\n\nWatch files of the pump for changes.', score: 0.6 },
    { page: '# Command line\n\nWatch files of the pump for changes.', score: 0.5 },
  ];
  expect(places(given, 'How do I watch files?')).toEqual([1, 0]);
  expect(places(given, 'How do I watch files in a plugin?')).toEqual([0, 1]);
});

test('equal passages keep their order', () => {
  expect(places(EQUAL, 'pump oil')).toEqual([0, 1]);
});

test('passages of other languages and versions than those meant come behind', () => {
  const locales = [
    { ...EQUAL[0]!, locale: 'fr' },
    { ...EQUAL[1]!, locale: 'en' },
  ];
  const versions = [
    { ...EQUAL[0]!, version: '1.0' },
    { ...EQUAL[1]!, version: '2.0' },
  ];
  expect(places(locales, 'pump oil', { locale: 'en' })).toEqual([1, 0]);
  expect(places(versions, 'pump oil', { version: '2.0' })).toEqual([1, 0]);
  // Controls: no default edition, or the question names one.
  expect(places(locales, 'pump oil')).toEqual([0, 1]);
  expect(places(versions, 'pump oil in 1.0', { version: '2.0' })).toEqual([0, 1]);
});

test('a page in the folder of another version than the question names comes behind', () => {
  const [passage] = passagesOf(PUMP);
  const found = ['https://docs.example.org/v1/pump', 'https://docs.example.org/v2/pump'].map((url) => {
    return { ...passage!, chunk: { ...passage!.chunk, url }, score: 0.5 };
  });
  const first = (question: string): string | undefined => rerank(found, question, EVIDENCE)[0]?.chunk.url;
  expect(first('oil for pump version 2.1')).toBe(found[1]!.chunk.url);
  expect(first('oil for pump v1')).toBe(found[0]!.chunk.url);
  expect(first('oil for 2 pumps')).toBe(found[0]!.chunk.url);
  expect(first('upgrade the oil from v1 to v2')).toBe(found[0]!.chunk.url);
});

test('no score is below 0, whatever is taken away: 0 says of a passage that it was not ranked', () => {
  const page = '# Weather\n\n- ☐ It rains.\n- ☐ It snows.\n- ☐ It hails.';
  const given = [
    { page: '# A\n\nOne.', score: 1 },
    { page, score: 0, locale: 'fr', version: '1.0' },
  ];
  const [, [, least] = [0, -1]] = ranked(given, 'pump oil', { locale: 'en', version: '2.0' });
  expect(least).toBeGreaterThanOrEqual(0);
});

test('lets the similarity of an encoder decide between passages that share as many words with the question', () => {
  const given = [
    { page: '# Pump\n\nThe pump is blue.', score: 1, similarity: 0.2 },
    { page: '# Valve\n\nThe valve is red.', score: 0.9, similarity: 0.8 },
  ];
  const question = 'Which colour protects from rust?';
  expect(places(given, question, {}, { ...EVIDENCE, likeness: 'cosine' })).toEqual([1, 0]);
  expect(places(given, question, {}, { ...EVIDENCE, likeness: 'cosine-and-words' })).toEqual([0, 1]);
  expect(places(given, question)).toEqual([0, 1]);
});

test('a heading that holds a quoted message comes before passages with its words', () => {
  const given = [
    { page: '# Packages\n\nA package is not found where the list is old. Run the package again.', score: 0.7 },
    { page: '# Issue: "Package not found"\n\nSource the workspace.', score: 0.5 },
  ];
  expect(places(given, 'I get "Package not found" when I run it')).toEqual([1, 0]);
});

test('the beginning of a page that is called as the question says comes before sections elsewhere that only have its words', () => {
  const given = [
    { page: '# Hooks\n\n## onServer()\n\nCalled before side rendering on the server.', score: 0.6 },
    { page: '# Server-side rendering (SSR)\n\nPages are made ahead.', score: 0.5 },
  ];
  expect(places(given, 'server side rendering')).toEqual([1, 0]);
});

test('a heading that begins with the question comes before sections that have more of its words', () => {
  const given = [
    { page: '# Valve\n\n## Stop\n\nA valve stop is enough for each stop of a valve.', score: 0.7 },
    { page: '# Questions\n\n## Is a valve stop enough to be safe from water?\n\nNo.', score: 0.5 },
  ];
  expect(places(given, 'is a valve stop enough')).toEqual([1, 0]);
  expect(places(given, 'valve stop')).toEqual([0, 1]);
});

test('an introduction called as what is acted on comes behind the section that tells how', () => {
  const [intro, below] = passagesOf(
    '# Telemetry\n\nWe collect what the pump does.\n\n## How to disable what is sent\n\nIt is disabled by the lever.',
  );
  const found = [
    { ...intro!, score: 0.4 },
    { ...below!, score: 0.7 },
  ];
  const first = (question: string): string | undefined => rerank(found, question, EVIDENCE)[0]?.chunk.heading;
  expect(first('How do I disable telemetry?')).toBe('How to disable what is sent');
  expect(first('telemetry')).toBe('Telemetry');
});
