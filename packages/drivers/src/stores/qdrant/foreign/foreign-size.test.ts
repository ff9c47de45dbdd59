import { describe, expect, test } from 'vitest';
import { openStore } from '@ibid/core';
import type { LegQuery } from '@ibid/core/types';
import { unitVector } from '@ibid/testkit';
import { memoryStore } from '../../memory.ts';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { arrayCalls, type ArrayPoint } from './array-calls-fixture.ts';
import { describeForeign, MOST_FOREIGN_POINTS } from './describe-foreign.ts';
import { readForeignListing } from './foreign-listing.ts';
import { orForeign } from './or-foreign.ts';
import { placeInPages } from './place-in-pages.ts';
import { searchForeign } from './search-foreign.ts';

const DIMENSIONS = 2;

function point(id: number, path: string, angle: number): ArrayPoint {
  const url = `https://book.example.org${path}`;
  const vector = Float32Array.of(Math.cos(angle), Math.sin(angle));
  return { id, payload: { url, text: `passage ${id}`, chunk_id: `c${id}` }, vector };
}

/** The further from the angle 0, the higher the id. */
function spread(count: number, pathOf: (id: number) => string): readonly ArrayPoint[] {
  return Array.from({ length: count }, (_, id) => point(id, pathOf(id), (id * 3) / count));
}

/** Asks at the angle 0. */
async function idsFound(points: readonly ArrayPoint[], more: Partial<LegQuery>): Promise<readonly [string[], object]> {
  const { calls, most } = arrayCalls(points);
  const listing = await readForeignListing(calls, 'book');
  const query = { terms: [], vector: Float32Array.of(1, 0), limit: 5, ...more };
  const result = await searchForeign(calls, 'book', listing, query, undefined);
  return [result!.candidates.map(({ id }) => id), most];
}

function ids(...numbers: readonly number[]): readonly string[] {
  return numbers.map((number) => `c${number}`).sort();
}

describe('a large collection of another program', () => {
  test('is listed in time that grows as it does, one long page too', async () => {
    const passage = { id: '', url: 'u', anchor: '', title: 't', heading: 'h', indexInSection: 0 };
    const read = Array.from({ length: 150_000 }, (_, i) => ({ point: i, passage, length: 1 }));
    const page = (await placeInPages(read)).get('u')!;
    expect([page.length, page.at(-1)!.indexInPage, page.at(-1)!.start]).toEqual([150_000, 149_999, 149_999 * 3]);
  });

  test('lets others have their turn while it is listed', async () => {
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    const { calls } = arrayCalls(spread(256 * 20, () => '/manual'));
    setImmediate(turn);
    await readForeignListing(calls, 'book');
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  test('is filtered without naming all that passes (R8)', async () => {
    const points = spread(12_000, (id) => (id % 2 === 0 ? '/docs/a' : '/blog/a'));
    const [found, most] = await idsFound(points, { where: { module: 'docs' } });
    expect(found).toEqual(ids(0, 2, 4, 6, 8));
    expect(most).toMatchObject({ ids: 0 });
  });

  test('is filtered before the limit where all that is near does not pass (R8)', async () => {
    const points = spread(27_000, (id) => (id < 21_000 ? '/blog/a' : '/docs/a'));
    const [found, most] = await idsFound(points, { where: { module: 'docs' } });
    expect(found).toEqual(ids(21_000, 21_001, 21_002, 21_003, 21_004));
    expect(most).toEqual({ ids: 5_000, limit: 20_000 });
  });

  test('is searched past points that nothing can be cited from', async () => {
    const points = spread(900, () => '/docs/a').map((one, id) => (id < 700 ? { ...one, payload: {} } : one));
    const [found, most] = await idsFound(points, {});
    expect(found).toEqual(ids(700, 701, 702, 703, 704));
    // The five that are cited.
    expect(most).toMatchObject({ ids: 5 });
  });

  test('is refused beyond a bound that is told, at start and when it grew', async () => {
    expect(describeForeign('book')).toContain(MOST_FOREIGN_POINTS.toLocaleString('en'));
    const refused = { code: 'UNSUPPORTED', message: expect.stringMatching(/200,000.*ibid index/u) };
    const summary = { points: MOST_FOREIGN_POINTS + 1, dense: { '': { size: 2, distance: 'Cosine' } }, sparse: {} };
    const calls = { alias: async () => undefined, collection: async () => summary } as unknown as QdrantCalls;
    const store = orForeign(memoryStore(), { calls, base: 'book', spaceId: `x@${DIMENSIONS}` });
    await expect(openStore(store)).rejects.toMatchObject(refused);
    const bare = Array.from({ length: MOST_FOREIGN_POINTS + 1 }, (_, id) => ({
      id,
      payload: {},
      vector: unitVector('x', DIMENSIONS),
    }));
    await expect(readForeignListing(arrayCalls(bare).calls, 'book')).rejects.toMatchObject(refused);
  });
});
