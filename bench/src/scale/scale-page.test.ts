import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vocabulary } from '../corpus/vocabulary.ts';
import { nearVector } from './near-vector.ts';
import { scaleIndex } from './scale-index.ts';
import { scalePage } from './scale-page.ts';
import { scaleQuery } from './scale-query.ts';

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('a vector lies near its page, less near its topic, and away from the rest', () => {
  const own = nearVector(512, [3, 70, 1]);
  expect(dot(own, own)).toBeCloseTo(1, 5);
  expect(dot(own, nearVector(512, [3, 70, 2]))).toBeCloseTo(0.7, 1);
  expect(dot(own, nearVector(512, [3, 71, 2]))).toBeCloseTo(0.4, 1);
  expect(Math.abs(dot(own, nearVector(512, [4, 71, 2])))).toBeLessThan(0.2);
});

test('equal numbers give equal pages, others different ones', () => {
  const words = vocabulary();
  const space = { id: 's', dimensions: 8 };
  expect(scalePage(5, words, space)).toEqual(scalePage(5, words, space));
  expect(scalePage(5, words, space).page.text).not.toBe(scalePage(6, words, space).page.text);
});

test('an index is written that the other case searches', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-scale-'));
  try {
    const scale = { size: 300, dimensions: 16 };
    const input = { corpus: '', index: join(folder, 'index.db'), passages: '', saved: '', questions: [], scale };
    expect(await scaleIndex(input)).toMatchObject({ chunks: 300, dimensions: 16 });
    const figures = await scaleQuery(input);
    expect(figures['search cpu ms']).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
