import type { Chunk, Passage } from '@ibid/core/types';
import { expect, it } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { keptPassage } from './retrieved-chunk.ts';

const chunk = { id: 'a', text: 'The gripper closes with a force of 40 newtons.', tokens: 77 } as Chunk; // all other fields are copied
const kept = (parts: Partial<Passage>): unknown => {
  const { text, tokens } = keptPassage({ label: 'p1', chunk, score: 0.5, similarity: 0.5, ...parts }, testContext());
  return { text, tokens };
};

it('a passage of the index has the token count of the index', () => {
  expect(kept({})).toEqual({ text: chunk.text, tokens: 77 });
  // A scope can include passages that share nothing with the question.
  expect(kept({ score: 0, similarity: 0 })).toEqual({ text: chunk.text, tokens: 77 });
});

it('a partly selected passage is returned whole; the tokens of a selection outside the index are counted', () => {
  const window = { start: 4, end: 18 };
  expect(kept({ score: 0, similarity: 1, window })).toEqual({ text: chunk.text, tokens: 77 });
  expect(kept({ score: 0, similarity: 1 })).toEqual({ text: chunk.text, tokens: 9 });
});
