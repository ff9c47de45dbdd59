import { describe, expect, test } from 'vitest';
import type { Calibration } from '../types/embedder.ts';
import { similarityScale } from './similarity-scale.ts';

const terms = [
  { term: 'pump', count: 2 },
  { term: 'oil', count: 1 },
];
const idf = [1, 3];
/** (k1 + 1) · (2 · 1 + 1 · 3) */
const HIGHEST = 2.2 * 5;
const words: Calibration = { likeness: 'cosine-and-words', midpoint: 0.5, slope: 1 };

function similarity(calibration: Calibration | undefined, cosine: number, text: number): number {
  return similarityScale(calibration, terms, { idf })({ similarity: cosine, text });
}

describe('the similarity of a passage', () => {
  test('is the cosine between 0 and 1 where no calibration is declared (R8)', () => {
    const cosines = [-0.3, 0, 0.123456789, 1, 1.0000001];
    expect(cosines.map((cosine) => similarity(undefined, cosine, 9))).toEqual([0, 0, 0.123456789, 1, 1]);
  });

  test('is the calibrated cosine where the cosine is the likeness, and words count for nothing', () => {
    const calibration: Calibration = { likeness: 'cosine', midpoint: 0.6, slope: 4 };
    expect(similarity(calibration, 0.6, 0)).toBe(0.5);
    expect(similarity(calibration, 0.6, 9)).toBe(0.5);
    expect(similarity(calibration, 0.7, 0)).toBeGreaterThan(0.5);
  });

  test('is that of the geometric mean of cosine and share of the highest word score where words count', () => {
    // With midpoint 0.5 and slope 1 calibration changes nothing.
    expect(similarity(words, 0.5, HIGHEST / 2)).toBeCloseTo(0.5, 6);
    expect(similarity(words, 0.9, 0.4 * HIGHEST)).toBeCloseTo(0.6, 6);
    expect(similarity(words, 1, HIGHEST)).toBe(1);
  });

  test('is 0 where the vectors or the words have nothing in common', () => {
    expect([similarity(words, 0.9, 0), similarity(words, 0, 8), similarity(words, -0.4, 8)]).toEqual([0, 0, 0]);
    expect(similarityScale(words, [], { idf: [] })({ similarity: 0.9, text: 0 })).toBe(0);
  });
});
