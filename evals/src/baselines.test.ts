import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compare, isFailure, readBaselines, updated, writeBaselines } from './baselines.ts';

const baselines = { 'hit@5': { value: 0.8, tolerance: 0.01, target: 0.85 }, mrr: { value: 0.5, tolerance: 0 } };

function verdicts(metrics: Record<string, number>, binding: boolean = true): Record<string, string> {
  return Object.fromEntries(compare(metrics, baselines, binding).map(({ metric, verdict }) => [metric, verdict]));
}

test('a figure within its tolerance does not fail, one below it does', () => {
  expect(verdicts({ 'hit@5': 0.79, mrr: 0.5 })).toEqual({ 'hit@5': 'short', mrr: 'ok' });
  expect(verdicts({ 'hit@5': 0.789, mrr: 0.4999 })).toEqual({ 'hit@5': 'fell', mrr: 'fell' });
  expect(['ok', 'short', 'new', 'fell', 'missing'].filter((verdict) => isFailure(verdict as 'ok'))).toEqual([
    'fell',
    'missing',
  ]);
});

test('a target is met by reaching it', () => {
  expect(verdicts({ 'hit@5': 0.85, mrr: 0.5 })['hit@5']).toBe('ok');
  expect(verdicts({ 'hit@5': 0.8499, mrr: 0.5 })['hit@5']).toBe('short');
});

test('a figure without baseline is new, and a baseline without figure is missing', () => {
  expect(verdicts({ 'hit@5': 0.9, ndcg: 0.1 })).toEqual({ 'hit@5': 'ok', ndcg: 'new', mrr: 'missing' });
});

test('a sample is compared with targets alone', () => {
  expect(verdicts({ 'hit@5': 0.1 }, false)).toEqual({ 'hit@5': 'short' });
});

test('an update takes the values and keeps what people wrote', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-baselines-'));
  try {
    expect(await readBaselines(folder, 'none')).toEqual({});
    await writeBaselines(join(folder, 'new'), 'one', updated({ 'hit@5': 0.812345, ndcg: 0.25 }, baselines));
    expect(await readBaselines(join(folder, 'new'), 'one')).toEqual({
      'hit@5': { value: 0.8123, tolerance: 0.01, target: 0.85 },
      ndcg: { value: 0.25, tolerance: 0.01 },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
