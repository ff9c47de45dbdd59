import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SetResult } from '../eval-set.ts';
import { runSets } from '../run-sets.ts';
import { readerQuestions } from './reader-questions.ts';

const BREAD = 'The bakery sells rye bread with caraway seeds on Fridays.';
const BOATS = 'The harbour opens its gates for boats at seven in the morning.';
const BEES = 'The orchard keeps forty beehives between the old apple trees.';

/** A minimal library of the data set, for pages whose headings are all `##` below one title. */
const LIBRARY = `
import fs from 'node:fs';
export const SITES = { town: { root: 'sites/town' } };
export const plain = (text) => text.replace(/\\s+/g, ' ').toLowerCase();
export function loadPage(site, page) {
  const file = new URL('./sites/' + site + '/' + page, import.meta.url);
  if (!fs.existsSync(file)) return null;
  const sections = fs.readFileSync(file, 'utf8').split(/^#+ /m).slice(1).map((text, at) => {
    return { text, deepText: text, deepKeys: [at], lead: at === 0, heading: text.split('\\n')[0] };
  });
  return (pages[site + page] ??= { sections });
}
const pages = {};
export const findSections = (page, heading) => page.sections.filter((section) => section.heading === heading);
`;

interface Row {
  readonly id: string;
  readonly question: string;
  readonly heading?: string;
  readonly fact?: string;
  readonly note?: string;
}

const ROWS: readonly Row[] = [
  { id: 'right', question: 'Which bread does the bakery sell?', heading: 'Bakery bread', fact: 'caraway' },
  { id: 'no-fact', question: 'When does the harbour open its gates?', heading: 'Harbour boats', fact: 'at nine' },
  { id: 'no-section', question: 'How many beehives in the orchard?', heading: 'Bakery bread', fact: 'forty' },
  { id: 'near', question: 'Which seeds are in the rye bread of the bakery?' },
  { id: 'far', question: 'Who painted the ceiling of the opera?', note: 'foreign' },
];

let folder = '';
let result: SetResult;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-reader-questions-'));
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(folder, 'data/reader-questions', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await write('lib.mjs', LIBRARY);
  await write('sites/town/town.md', `# Town\n\n## Bakery bread\n\n${BREAD}\n\n## Harbour boats\n\n${BOATS}\n`);
  await write('sites/town/farm.md', `# Farm\n\n## Orchard beehives\n\n${BEES}\n`);
  const rows = ROWS.map(({ id, question, heading, fact, note }) => {
    const gold = heading === undefined ? [] : [{ page: 'town.md', heading }];
    const must = fact === undefined ? [] : [[fact]];
    return { id, question, previous: null, kind: 'value', answerable: fact !== undefined, gold, must, note };
  });
  await write('questions/town.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  const options = { data: join(folder, 'data'), baselines: folder, sample: undefined, progress: () => {} };
  result = (await runSets([readerQuestions], options))[0]!.result;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const missed = (title: string): readonly string[] => result.misses!.find((miss) => miss.title === title)!.ids;

test('an answer counts for its facts and for its first citation, each by itself', () => {
  const { metrics } = result;
  expect(missed('Wrongly refused')).toEqual([]);
  expect(missed('Answered without all facts')).toEqual(['no-fact']);
  expect(missed('First citation on another page')).toEqual(['no-section']);
  expect(metrics['facts in first excerpt']).toBeCloseTo(2 / 3);
  expect(metrics['facts shown']).toBeCloseTo(2 / 3);
  expect(metrics['first section right']).toBeCloseTo(2 / 3);
  expect(metrics['first page right']).toBeCloseTo(2 / 3);
  expect(metrics['words in right sections']).toBeCloseTo(2 / 3);
});

test('an answer to a question that the pages do not answer counts as wrong, near the domain and far from it', () => {
  expect(missed('Not answerable and answered')).toEqual(['near']);
  expect(result.metrics).toMatchObject({ 'near domain refused': 0, 'foreign refused': 1 });
});

test('every part of the set has its own figures', () => {
  expect(result.metrics['site town: facts shown']).toBe(result.metrics['facts shown']);
  expect(result.metrics['kind value: refused when unanswerable']).toBe(0.5);
  expect(result.tables!.map(({ rows }) => rows.map(([name]) => name))).toEqual([['town'], ['value']]);
});

test('the answers can be read, and scored by the data set itself', () => {
  const { 'reader-questions.html': page, 'reader-questions.answers.jsonl': lines } = result.files!;
  for (const { question } of ROWS) expect(page).toContain(question);
  const rows = lines!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.find(({ id }) => id === 'far')).toEqual({ id: 'far', outcome: 'refused' });
  const place = { page: 'town.md', heading: 'Bakery bread' };
  expect(rows.find(({ id }) => id === 'right')).toMatchObject({ first: place, units: [{ text: BREAD, ...place }] });
});
