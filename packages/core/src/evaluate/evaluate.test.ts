import { describe, expect, test } from 'vitest';
import { auroc, containsAnswer, hitAtK, meanReciprocalRank, ndcgAtK, precisionRecall } from './index.ts';
import { reciprocalRank } from './metrics.ts';

describe('ranking metrics', () => {
  const ranked = ['a', 'b', 'c', 'd'];
  test('hit counts only the first k', () => {
    expect(hitAtK(ranked, new Set(['c']), 2)).toBe(0);
    expect(hitAtK(ranked, new Set(['c']), 3)).toBe(1);
  });
  test('reciprocal rank is that of the first right answer', () => {
    expect(reciprocalRank(ranked, new Set(['b', 'c']))).toBe(0.5);
    expect(reciprocalRank(ranked, new Set(['x']))).toBe(0);
    expect(
      meanReciprocalRank([
        { ranked, relevant: new Set(['a']) },
        { ranked, relevant: new Set(['d']) },
      ]),
    ).toBe(0.625);
  });
  test('nDCG is 1 for the best order and falls with the place', () => {
    expect(ndcgAtK(ranked, new Set(['a', 'b']), 10)).toBe(1);
    expect(ndcgAtK(ranked, new Set(['b']), 10)).toBeCloseTo(1 / Math.log2(3));
    expect(ndcgAtK(ranked, new Set(), 10)).toBe(0);
  });
});

test('AUROC counts ties half and is 1 only when every positive is above every negative', () => {
  expect(auroc([2, 3], [0, 1])).toBe(1);
  expect(auroc([0, 1], [2, 3])).toBe(0);
  expect(auroc([1, 1], [1, 1])).toBe(0.5);
  expect(auroc([1, 3], [2])).toBe(0.5);
  expect(auroc([], [1])).toBe(0.5);
});

test('an answer is found whatever its case, articles and punctuation, but not inside a word', () => {
  expect(containsAnswer('It came from the arid plains of Central Asia.', ['Central Asia'])).toBe(true);
  expect(containsAnswer('A smaller one', ['the small'])).toBe(false);
  expect(containsAnswer('anything', ['the'])).toBe(false);
});

test('precision and recall of nothing are 0, not NaN', () => {
  expect(precisionRecall({ truePositives: 0, falsePositives: 0, falseNegatives: 0 })).toEqual({
    precision: 0,
    recall: 0,
    f1: 0,
  });
  expect(precisionRecall({ truePositives: 1, falsePositives: 1, falseNegatives: 0 }).f1).toBeCloseTo(2 / 3);
});
