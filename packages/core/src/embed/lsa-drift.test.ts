import { expect, it } from 'vitest';
import type { EmbeddingSpace } from '../types/embedder.ts';
import { fitLsa } from './fit-lsa.ts';
import { encodeLsa, extendLsa, lsaDrift, openLsa } from './lsa.ts';

function spaceOf(passages: number): EmbeddingSpace {
  const nothing = { terms: [], idf: new Float32Array(), scales: new Float32Array(), basis: new Int16Array() };
  return { id: 'x', dimensions: 1, data: encodeLsa({ tokenizer: 't', dimensions: 1, passages, seed: 0, ...nothing }) };
}

it.each([
  { fitted: 0, total: 0, added: 0, refit: false },
  { fitted: 0, total: 9000, added: 9000, refit: true },
  { fitted: 100, total: 100, added: 0, refit: false },
  { fitted: 2000, total: 2000, added: 199, refit: false },
  { fitted: 2000, total: 2000, added: 200, refit: true },
  { fitted: 2001, total: 2001, added: 201, refit: false },
  { fitted: 5000, total: 5000, added: 999, refit: false },
  { fitted: 5000, total: 5000, added: 1000, refit: true },
  { fitted: 5000, total: 7000, added: 0, refit: true },
  { fitted: 50_000, total: 100, added: 0, refit: false },
])('$added new passages of $total, after a fit on $fitted, ask for a refit: $refit', ({ fitted, refit, ...counts }) => {
  expect(lsaDrift(spaceOf(fitted), counts)).toEqual({ refit, reason: expect.stringMatching(/^\S.*\.$/) });
});

it('remembers what earlier runs added, in the bytes of the space', () => {
  const once = extendLsa(spaceOf(2000), { total: 2000, added: 150 });
  const twice = extendLsa(once, { total: 2000, added: 40 });
  expect(lsaDrift(twice, { total: 2000, added: 9 }).refit).toBe(false);
  expect(lsaDrift(twice, { total: 2000, added: 10 }).refit).toBe(true);
});

it('is the same space with other passages', () => {
  const space = fitLsa(['a car needs petrol', 'a kitten drinks milk']);
  const extended = extendLsa(space, { total: 3, added: 1 });
  expect(openLsa(extended.data).id).toBe(space.id);
  expect(openLsa(extended.data).project('petrol')).toEqual(openLsa(space.data).project('petrol'));
});
