import { describe, expect, it } from 'vitest';
import { scoreTable, separation, type Scores } from './similarity-scores.ts';

const scores: Scores = {
  relevant: [0.5, 0.9, 0.4999, 0.7],
  wrong: [0.6, 0.1],
  random: [0, 0.2],
  foreign: [[0.1, 0.8], [0.3, 0.4, 0.2], []],
};

describe('separation', () => {
  it('counts what reaches 0.5 as kept, and all else as dropped', () => {
    expect(separation(scores)).toMatchObject({ 'relevant kept': 0.75, 'wrong dropped': 0.5, 'random dropped': 1 });
  });

  it('counts foreign passages one by one, and foreign questions that keep none of theirs', () => {
    expect(separation(scores)['foreign dropped']).toBeCloseTo(4 / 5);
    expect(separation({ ...scores, foreign: [[0.1, 0.8], [0.3]] })['foreign questions emptied']).toBe(0.5);
  });

  it('weighs relevant passages against wrong and foreign ones alike', () => {
    expect(separation(scores)['balanced accuracy']).toBeCloseTo((0.75 + (0.5 + 0.8) / 2) / 2);
  });
});

describe('the distributions', () => {
  it('stand in one table, each with its size and its percentiles', () => {
    const { rows } = scoreTable('Scores', { ...scores, wrong: [] });
    expect(rows).toEqual([
      ['right page', '4', '0.500', '0.500', '0.500', '0.500', '0.700', '0.700', '0.900'],
      ['found beside it', '0', '', '', '', '', '', '', ''],
      ['found for foreign questions', '5', '0.100', '0.100', '0.200', '0.300', '0.400', '0.400', '0.800'],
    ]);
  });
});
