import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSets, type SetOutcome } from '../run-sets.ts';
import { mtragUn } from './mtrag-un.ts';

const HARBOUR = { id: 'h1', title: 'Harbour', text: 'Mooring in the harbour costs four crowns a night.' };
const COST = {
  id: 'c1',
  title: 'Costs',
  text: 'A cost is what must be given up.',
};
const BAKERY = { id: 'b1', title: 'Bakery', text: 'The bakery sells rye bread with caraway seeds on Fridays.' };

const said = (...texts: readonly string[]): object[] =>
  texts.map((text, i) => ({ role: i % 2 === 0 ? 'user' : 'agent', text }));

function task(id: string, answerability: string, contexts: readonly object[], ...texts: readonly string[]): object {
  return { id, domain: 'town', answerability: [answerability], history: said(...texts), contexts };
}

/** According to their ids, `b` and `d` are in one half and `a` in the other. */
const TASKS = [
  task('a<::>2', 'ANSWERABLE', [HARBOUR], 'When does the harbour open?', 'At seven.', 'How much does it cost?'),
  task('b<::>2', 'UNANSWERABLE', [], 'Which bread does the bakery sell?', 'Rye bread.', 'Who painted the opera?'),
  task('d<::>1', 'ANSWERABLE', [BAKERY], 'Which bread does the bakery sell?'),
  task('d2<::>2', 'UNDERSPECIFIED', [COST], 'What is the toll?', '', 'How much?'),
];

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

let folder = '';
let outcome: SetOutcome | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-mtrag-test-'));
  const files: Readonly<Record<string, readonly object[]>> = {
    'mtrag-un/tasks.jsonl': TASKS,
    'clapnq-dev/examples.jsonl': [],
  };
  for (const set of ['squad2-dev', 'zoomcamp-faq']) {
    await mkdir(join(folder, set));
    for (const file of ['corpus', 'queries', 'qrels']) await writeFile(join(folder, set, `${file}.jsonl`), '');
  }
  for (const [file, rows] of Object.entries(files)) {
    await mkdir(join(folder, file, '..'));
    await writeFile(join(folder, file), lines(rows));
  }
  [outcome] = await runSets([mtragUn], { data: folder, baselines: folder, sample: undefined, progress: () => {} });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a follow-up is ranked with and without what its conversation is about', () => {
  const { metrics } = outcome!.result;
  expect(metrics).toMatchObject({ 'unseen hit@1': 1, 'unseen alone hit@1': 0, 'unseen wide hit@1': 1 });
});

test('first questions and new topics count as unchanged, and an unanswerable question as refused', () => {
  const { metrics, facts } = outcome!.result;
  expect(metrics).toMatchObject({
    'first question hit@1': 1,
    'first question unchanged': 1,
    'new topic unchanged': 1,
    'refused when unanswerable': 1,
  });
  expect(facts).toMatchObject({ 'unseen follow-ups': 1, 'unseen follow-ups completed': 1, 'seen follow-ups': 0 });
});
