import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBaselines } from './baselines.ts';
import { evalReport, resultsJson } from './eval-report.ts';
import { evalTable } from './eval-table.ts';
import { runSets, type SetOutcome } from './run-sets.ts';
import { EVAL_SETS } from './sets/index.ts';

const TOPICS = [
  ['harbour', 'The harbour opens its gates at seven in the morning and closes them at dusk.'],
  ['bakery', 'The bakery sells rye bread with caraway seeds on Fridays.'],
  ['orchard', 'The orchard keeps forty beehives between the old apple trees.'],
  ['library', 'The library lends maps of the northern mountains for two weeks.'],
] as const;

/** The other sets contain their own data. */
const WITH_FOLDERS = EVAL_SETS.filter(({ folders }) => folders.length > 0);

let folder = '';
let outcomes: readonly SetOutcome[] = [];

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function writeSets(data: string): Promise<void> {
  for (const set of ['zoomcamp-faq', 'squad2-dev', 'clapnq-dev']) await mkdir(join(data, set), { recursive: true });
  const write = (file: string, rows: readonly object[]): Promise<void> => writeFile(join(data, file), lines(rows));
  const section = 'Town';
  await write(
    'zoomcamp-faq/corpus.jsonl',
    TOPICS.map(([id, text]) => ({ id, title: `The ${id}`, text, section, course: 'town' })),
  );
  await write('zoomcamp-faq/queries.jsonl', [
    { id: 'q1', text: 'When does the harbour open its gates?', course: 'town' },
    { id: 'q2', text: 'Which bread does the bakery sell?', course: 'other' },
  ]);
  await write('zoomcamp-faq/qrels.jsonl', [
    { qid: 'q1', docid: 'harbour' },
    { qid: 'q2', docid: 'bakery' },
  ]);
  await write(
    'squad2-dev/corpus.jsonl',
    TOPICS.map(([id, text]) => ({ id: `Town#${id}`, title: id, text })),
  );
  await write('squad2-dev/queries.jsonl', [
    {
      id: 's1',
      text: 'When does the harbour open its gates?',
      paragraph: 'Town#harbour',
      answers: ['at seven'],
      is_impossible: false,
    },
    {
      id: 's2',
      text: 'Which seeds are in the rye bread of the bakery?',
      paragraph: 'Town#bakery',
      answers: ['poppy'],
      is_impossible: false,
    },
    {
      id: 's3',
      text: 'Who painted the ceiling of the opera?',
      paragraph: 'Town#library',
      answers: [],
      is_impossible: true,
    },
  ]);
  await write('clapnq-dev/examples.jsonl', [
    {
      id: 'c1',
      question: 'how many beehives does the orchard keep',
      title: 'Orchard',
      passage: TOPICS[2][1],
      answerable: true,
      selected: [[TOPICS[2][1]]],
    },
    {
      id: 'c2',
      question: 'who won the chess olympiad',
      title: 'Library',
      passage: TOPICS[3][1],
      answerable: false,
      selected: null,
    },
  ]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-eval-test-'));
  const data = join(folder, 'data');
  await writeSets(data);
  const baselines = join(folder, 'baselines');
  await writeBaselines(baselines, 'zoomcamp-faq', { 'hit@5': { value: 1, tolerance: 0.1, target: 0.95 } });
  outcomes = await runSets(WITH_FOLDERS, { data, baselines, sample: undefined, progress: () => {} });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const result = (name: string): SetOutcome => outcomes.find((outcome) => outcome.name === name)!;

test('ranking counts the right page within the scope of the question', () => {
  const { metrics, facts, misses } = result('zoomcamp-faq').result;
  expect(facts).toMatchObject({ pages: 4, questions: 2 });
  expect(metrics).toMatchObject({ 'hit@1': 0.5, 'hit@5': 0.5, 'mrr@10': 0.5, 'bm25f hit@5': 0.5 });
  expect(misses).toEqual([{ title: 'Entry not among the first five', ids: ['q2'] }]);
});

test('a short answer counts only when the gold text is shown, and a question without answer when it is refused', () => {
  const { metrics, facts, misses } = result('squad2-dev').result;
  expect(facts).toMatchObject({ answerable: 2, unanswerable: 1 });
  expect(metrics).toMatchObject({ 'gold shown': 0.5, 'answered when answerable': 1, 'refusal recall': 1, auroc: 1 });
  expect(misses?.map(({ ids }) => ids)).toEqual([['s2'], []]);
});

test('marked sentences count for precision and recall', () => {
  const { metrics } = result('clapnq-dev').result;
  expect(metrics).toMatchObject({ 'gold shown': 1, 'sentence recall': 1, 'own passage gold shown': 1 });
});

test('sets whose data are absent are skipped with the reason', () => {
  expect(result('k8s-docs').skipped).toMatch(/^k8s-docs not found in /);
  expect(result('citations').skipped).toContain('docs-rust-book');
  expect(evalTable(outcomes)).toContain('skipped: k8s-docs not found');
});

test('a worse result than the baseline is reported as fallen', () => {
  const { comparisons } = result('zoomcamp-faq');
  expect(comparisons.find(({ metric }) => metric === 'hit@5')).toMatchObject({
    verdict: 'fell',
    baseline: 1,
    value: 0.5,
  });
});

test('results.json maps each set that ran to numbers', () => {
  const json = resultsJson(outcomes);
  expect(Object.keys(json)).toEqual(['zoomcamp-faq', 'squad2-dev', 'clapnq-dev']);
  for (const figures of Object.values(json)) {
    for (const value of Object.values(figures)) expect(Number.isFinite(value)).toBe(true);
  }
});

test('the report needs nothing from elsewhere and shows no text of pages', () => {
  const html = evalReport(outcomes, undefined);
  expect(html).not.toMatch(/<script|<link|<img|\ssrc=|\shref=|url\(|@import/i);
  expect(html).toContain('<td>answerable</td>');
  for (const [, text] of TOPICS) expect(html).not.toContain(text.slice(4, 20));
});

test('a sample takes so many questions, binds to no baseline and leaves nothing behind', async () => {
  const sets = EVAL_SETS.filter(({ name }) => name === 'zoomcamp-faq');
  const options = { data: join(folder, 'data'), baselines: join(folder, 'baselines'), sample: 1, progress: () => {} };
  const [only] = await runSets(sets, options);
  expect(only?.result.facts['questions']).toBe(1);
  expect(only?.comparisons.every(({ verdict }) => verdict !== 'missing' && verdict !== 'fell')).toBe(true);
  expect(await readdir(folder)).toEqual(['baselines', 'data']);
});

test('without any data every set that reads some is skipped, and one that brings its own is run', async () => {
  const options = { data: undefined, baselines: folder, sample: undefined, progress: () => {} };
  const all = await runSets(WITH_FOLDERS, options);
  expect(all.every(({ skipped }) => skipped.includes('IBID_EVAL_DATA'))).toBe(true);
  expect(resultsJson(all)).toEqual({});
  const own = { name: 'own', summary: '', folders: [], run: () => Promise.resolve({ metrics: { m: 1 }, facts: {} }) };
  expect(resultsJson(await runSets([own], options))).toEqual({ own: { m: 1 } });
});
