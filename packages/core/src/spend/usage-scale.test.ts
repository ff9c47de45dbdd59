import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageScale } from './create-spending.ts';

const tokens = (inputTokens: number, outputTokens: number): { inputTokens: number; outputTokens: number } => ({
  inputTokens,
  outputTokens,
});

test('asks for what is asked as long as no call has used more', () => {
  const scale = usageScale();
  scale.learn('m', tokens(100, 50), tokens(100, 1));
  expect(scale.apply('m', tokens(100, 50))).toEqual(tokens(100, 50));
});

test('scales later calls of the model by the largest ratio seen, input and output apart', () => {
  const scale = usageScale();
  scale.learn('m', tokens(100, 50), tokens(125, 50));
  expect(scale.apply('m', tokens(80, 50))).toEqual(tokens(100, 50));
  scale.learn('m', tokens(100, 50), tokens(110, 100));
  expect(scale.apply('m', tokens(80, 50))).toEqual(tokens(100, 100));
  expect(scale.apply('other', tokens(80, 50))).toEqual(tokens(80, 50));
});

test('scales four times at most', () => {
  const scale = usageScale();
  scale.learn('m', tokens(10, 0), tokens(1000, 1000));
  expect(scale.apply('m', tokens(10, 10))).toEqual(tokens(40, 40));
  expect(scale.apply('m', tokens(10, 0))).toEqual(tokens(40, 0));
});

test('rounds up, so that the same call again is covered', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), (asked, more) => {
      const scale = usageScale();
      const used = Math.min(asked + more, asked * 4);
      scale.learn('m', tokens(asked, asked), tokens(used, used));
      const { inputTokens, outputTokens } = scale.apply('m', tokens(asked, asked));
      expect(inputTokens - used).toBeOneOf([0, 1]);
      expect(outputTokens).toBe(inputTokens);
    }),
  );
});
