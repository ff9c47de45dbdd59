import type { Passage } from '@ibid/core/types';
import { expect, it } from 'vitest';
import { listedPassages, measured } from './replies.ts';

function passage(id: string, similarity: number, window?: Passage['window']): Passage {
  const chunk = { id } as Passage['chunk']; // no other field affects the order
  return { label: id, chunk, score: 1, similarity, ...(window === undefined ? {} : { window }) };
}

const idsOf = (passages: readonly Passage[]): string =>
  listedPassages(passages)
    .map(({ chunk }) => chunk.id)
    .join('');

it('passages stand most similar first, those of one similarity by their ids (R7)', () => {
  const given = [passage('d', 0.5), passage('b', 0.9), passage('c', 0.5), passage('a', 0.4)];
  expect(idsOf(given)).toBe('bcda');
  expect(idsOf(given.toReversed())).toBe('bcda');
  expect(given.map(({ label }) => label).join('')).toBe('dbca');
});

it('a similarity that was not measured is null, and one that was is what it is (R8)', () => {
  const byWords = [{ code: 'vector_leg_missing', text: 'found by words' }];
  expect([measured(0, byWords), measured(1, byWords), measured(0, []), measured(0.5, [])]).toEqual([null, 1, 0, 0.5]);
});

it('of more than the limit the cited ones are kept, then the most similar', () => {
  const given = [passage('a', 0.9), passage('b', 0.8), passage('c', 0.7), passage('d', 0.6)];
  const listed = (limit: number, cited: string): string =>
    listedPassages(
      given,
      limit,
      [...cited].map((chunkId) => ({ chunkId })),
    )
      .map(({ chunk }) => chunk.id)
      .join('');
  expect([listed(2, ''), listed(2, 'd'), listed(2, 'dc'), listed(9, 'd')]).toEqual(['ab', 'ad', 'cd', 'abcd']);
});

it('those of a selection stay in the order of their page', () => {
  const window = { start: 0, end: 1 };
  expect(idsOf([passage('b', 1, window), passage('c', 1, window), passage('a', 1, window)])).toBe('bca');
});
