import { expect, test } from 'vitest';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { findForeign } from './find-foreign.ts';
import { asked, row, withForeign, type Row } from './with-foreign-fixture.ts';
import { unitVector } from '@ibid/testkit';

const place = withForeign();
const { put, collection, open } = place;

/** Its vector is that of the text, `length` times as long. */
function stretched(id: number, text: string, length: number): Row {
  const vector = unitVector(JSON.stringify(text), 8).map((value) => value * length);
  return { ...row(id, `/p${id}`, 'H', 0, text), vector };
}

const UNSUPPORTED = { code: 'UNSUPPORTED', message: expect.stringMatching(/Dot.*length is not 1.*Cosine/u) };

test('vectors of length 1 are compared by Dot, and nothing resembles by more than 1 (R8)', async () => {
  const base = await collection([stretched(1, 'one', 1), stretched(2, 'two', 1.004), stretched(3, 'no', 0)], 'Dot');
  await using store = await open(base);
  for (const text of ['one', 'two']) {
    const { candidates, vector } = await store.search(asked(text));
    const similarities = candidates.map(({ similarity }) => similarity);
    expect(Math.max(...similarities)).toBeLessThanOrEqual(1);
    expect(vector.hi).toBeCloseTo(1, 5);
  }
});

test('vectors of another length are refused for Dot at start (R8)', async () => {
  const base = await collection([stretched(1, 'one', 1), stretched(2, 'two', 9)], 'Dot');
  await expect(open(base)).rejects.toMatchObject(UNSUPPORTED);
  const short = await collection([stretched(1, 'one', 0.5)], 'Dot');
  await expect(open(short)).rejects.toMatchObject(UNSUPPORTED);
});

test('vectors of another length that come later are refused where they are met (R8)', async () => {
  const base = await collection([stretched(1, 'one', 1)], 'Dot');
  await using store = await open(base);
  await put(base, [stretched(2, 'two', 9)]);
  await expect(store.search(asked('two'))).rejects.toMatchObject(UNSUPPORTED);
});

test('vectors of any length are compared by Cosine', async () => {
  const base = await collection([stretched(1, 'one', 1), stretched(2, 'two', 9)]);
  await using store = await open(base);
  const { vector } = await store.search(asked('two'));
  expect(vector.hi).toBeCloseTo(1, 5);
});

test('an unnamed vector compared otherwise is refused, saying by what', async () => {
  const summary = { points: 1, dense: {}, sparse: {} };
  const calls = { alias: async () => undefined, collection: async () => summary } as unknown as QdrantCalls;
  await expect(findForeign(calls, 'book')).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringMatching(/`book`.*no default vector compared by Cosine or Dot.*compared by Cosine$/u),
  });
});
