import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { machine, ratios, resultsJson } from './bench-results.ts';
import { benchTable } from './bench-table.ts';
import type { Figures } from './measure.ts';
import type { BenchOutcome, SizeOutcome } from './run-bench.ts';
import { runCase, type CaseOutcome } from './run-case.ts';
import { scaleIndex } from './scale/scale-index.ts';
import { scaleQuery } from './scale/scale-query.ts';

const input = { corpus: '', index: '', passages: '', saved: '', questions: [] };

const NO_CASE: CaseOutcome = { kind: 'skipped', reason: 'not here' };
const NOTHING: BenchOutcome = { sizes: [], coldStart: NO_CASE, panel: NO_CASE, http: [], scale: undefined };

test('answers over HTTP are told beside those of bare Hono, and what is too few is named', () => {
  const figures16 = { '16 × answers/s': 321, '16 × cpu ms an answer': 2 };
  const http = [
    {
      size: 1000,
      pages: 100,
      cases: {
        '/query': { kind: 'measured', figures: figures16 },
        'bare Hono': { kind: 'measured', figures: { ...figures16, '16 × answers/s': 3210 } },
      },
    },
  ] as const;
  expect(resultsJson({ ...NOTHING, http }, machine())).toMatchObject({
    http: { 1000: { endpoints: { '/query': figures16 }, 'times bare': { '/query': { '16 × answers/s': 10 } } } },
  });
  expect(benchTable({ ...NOTHING, http })).toContain('missed: /query: 16 × answers/s is 321.0, at least 400 wanted');
});

test('an index of any scale is written and searched, and its figures are in the results', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-scale-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const scale = { size: 300, dimensions: 16 };
  const at = { ...input, index: join(folder, 'index.db'), scale };
  const [index, query] = [measured(await scaleIndex(at)), measured(await scaleQuery(at))];
  const outcome = { ...NOTHING, scale: { cells: [{ ...scale, index, query }] } };
  expect(resultsJson(outcome, machine())).toMatchObject({
    scale: {
      cells: [{ chunks: 300, dimensions: 16, 'write s': expect.any(Number), 'search cpu ms': expect.any(Number) }],
    },
  });
  expect(benchTable(outcome)).toMatch(/300 × 16[\s\S]*write s/u);
});

test('a case that fails or takes too long is skipped with its reason', async () => {
  expect(await runCase('no such case', input, 60)).toEqual({
    kind: 'skipped',
    reason: 'Error: There is no case `no such case`.',
  });
  expect(await runCase('ibid index', input, 0.01)).toEqual({ kind: 'skipped', reason: 'took longer than 0.01 s' });
});

function measured(figures: Figures): CaseOutcome {
  return { kind: 'measured', figures };
}

test('ratios say how many times better, whichever way a figure counts', () => {
  const size: SizeOutcome = {
    size: 1,
    pages: 1,
    corpusMegabytes: 1,
    engines: {
      ibid: { index: measured({ 'index chunks/s': 10 }), query: measured({ 'search p50 ms': 2 }) },
      orama: { index: measured({ 'index chunks/s': 20 }), query: measured({ 'search p50 ms': 8 }) },
      minisearch: { index: { kind: 'skipped', reason: 'too slow' }, query: { kind: 'skipped', reason: 'no index' } },
    },
  };
  expect(ratios(size)).toEqual({ orama: { 'search p50 ms': 4, 'index chunks/s': 0.5 } });
});
