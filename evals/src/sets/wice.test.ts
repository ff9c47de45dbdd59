import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSets, type SetOutcome } from '../run-sets.ts';
import { qags } from './qags.ts';
import { wice } from './wice.ts';

const PAGE = [
  'The harbour of Arnmouth was opened in 1871 by the mayor Edith Crane.',
  'It has four quays and a lighthouse of granite.',
  'Herring was landed there until the war.',
];

/** The overlap of words ranks the second above the first; only the number tells. */
const CLAIMS = [
  ['c1', 'The harbour in Arnmouth was opened by Edith Crane during 1871.', 'supported'],
  ['c2', 'The harbour of Arnmouth was opened in 1878 by the mayor Edith Crane.', 'partially_supported'],
  ['c3', 'Penguins breed on the ice of Antarctica every winter.', 'not_supported'],
] as const;

let folder = '';
let outcomes: readonly SetOutcome[] = [];

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-wice-test-'));
  await mkdir(join(folder, 'wice'));
  await mkdir(join(folder, 'qags'));
  const write = (file: string, rows: readonly object[]): Promise<void> => writeFile(join(folder, file), lines(rows));
  await write(
    'wice/claim-dev.jsonl',
    CLAIMS.map(([id, claim, label]) => ({
      id,
      claim,
      label,
      evidence: PAGE,
      supporting: label === 'not_supported' ? [] : [[0]],
    })),
  );
  await write(
    'wice/claim-oracle-dev.jsonl',
    CLAIMS.map(([id, claim, label]) => ({ claim, label, evidence: PAGE.slice(0, 2), meta: { id } })),
  );
  await write('qags/xsum.jsonl', [
    {
      id: 'x1',
      source: PAGE.join(' '),
      sentences: [
        { sentence: 'The harbour has four quays.', yes: 3, n: 3, supported: true },
        { sentence: 'The harbour has nine quays.', yes: 0, n: 3, supported: false },
      ],
    },
  ]);
  outcomes = await runSets([wice, qags], { data: folder, baselines: folder, sample: undefined, progress: () => {} });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('claims are scored beside the page, beside chunks of it and beside the marked sentences', () => {
  const { metrics, facts } = outcomes[0]!.result;
  for (const evidence of ['page', 'chunk']) {
    expect(metrics).toMatchObject({
      [`dev ${evidence} auroc`]: 1,
      [`dev ${evidence} auroc unsupported`]: 1,
      [`dev ${evidence} precision`]: 1,
      [`dev ${evidence} recall`]: 1,
    });
  }
  expect(facts).toMatchObject({ 'dev page claims': 3, 'dev page passed': 1, 'dev marked claims': 2 });
});

test('the overlap of words is measured on the same claims, and what the score adds to it is a figure', () => {
  const { metrics, facts } = outcomes[0]!.result;
  expect(facts['dev page overlap auroc']).toBeLessThan(1);
  expect(metrics['dev page auroc above overlap']).toBeCloseTo(1 - facts['dev page overlap auroc']!);
});

test('a part without a file is left out, and sentences of summaries are scored beside their article', () => {
  const { metrics, facts } = outcomes[1]!.result;
  expect(metrics).toMatchObject({ 'xsum auroc': 1, 'xsum precision': 1, 'xsum recall': 1 });
  expect(facts).toMatchObject({ 'xsum claims': 2, 'xsum supported': 1 });
  expect(Object.keys(metrics).some((name) => name.startsWith('cnndm'))).toBe(false);
});
