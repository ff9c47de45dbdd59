import { openStore } from '@ibid/core';
import type { ChunkStore, IndexedPage, PageVectors } from '@ibid/core/types';
import { collect, openQdrantService, sketchPage, sketchVectors, SPACE, START, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { averagesOf } from '../averages.ts';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { collectionsOf, shownAt, type ShownState } from '../layout.ts';
import { readShown } from '../state/state-point.ts';
import { storeOverCalls } from '../store-over-calls.ts';
import { MOST_DRIFT } from './reweigh.ts';

let service: QdrantService;
let calls: QdrantCalls;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  await calls.close();
  await service.close();
});

function open(base: string): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
}

/** A page of this many words. */
function page(path: string, words: number, revision = '1'): IndexedPage {
  const text = Array.from({ length: words }, (_, i) => `${path.slice(1)}w${i}`).join(' ');
  return sketchPage({ path, revision, title: 'Same', passages: [{ heading: 'Top', text }] });
}

async function publish(
  store: ChunkStore,
  pages: readonly IndexedPage[],
  order: 'pages first' | 'page by page' = 'pages first',
): Promise<void> {
  await store.beginBuild(START);
  await store.putSpace(SPACE, 3);
  const later: PageVectors[] = [];
  for (const one of pages) {
    await store.putPage(one);
    if (order === 'page by page') await store.putVectors(sketchVectors(one));
    else later.push(sketchVectors(one));
  }
  for (const vectors of later) await store.putVectors(vectors);
  await store.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 });
}

/** In which epochs the passages on show were written. */
async function epochs(base: string, shown: ShownState): Promise<readonly number[]> {
  const { passages } = collectionsOf(base, shown.version);
  const found: number[] = [];
  const query = { filter: shownAt(shown), payload: ['from'] };
  for await (const points of calls.scroll(passages, query))
    found.push(...points.map(({ payload }) => Number(payload['from'])));
  return found.sort();
}

const STUBS = ['/a', '/b', '/c', '/d'].map((path) => page(path, 4));

test('pages stay as they are while averages do, and are written anew, vectors and all, once these have moved', async () => {
  await using store = await open('drift');
  await publish(store, STUBS);
  const vectors = (await collect(store.readPages())).map((whole) => whole.vectors);
  await publish(store, [page('/a', 5, '2')]);
  const near = (await readShown(calls, 'drift'))!;
  expect(await epochs('drift', near)).toEqual([1, 1, 1, 2]);
  expect(near.weighed![2]).toBe(4);
  expect(averagesOf(near.totals)[2] / 4).toBeLessThan(MOST_DRIFT);
  await publish(store, [page('/a', 90, '3')]);
  const far = (await readShown(calls, 'drift'))!;
  expect(await epochs('drift', far)).toEqual([3, 3, 3, 3]);
  expect(far.weighed).toEqual(averagesOf(far.totals));
  expect(await collect(store.check())).toEqual([]);
  const again = (await collect(store.readPages())).map((whole) => whole.vectors);
  for (const [i, { passages, headings }] of vectors.entries()) {
    if (i === 0) continue;
    for (const [j, value] of [...passages[0]!, ...headings[0]!].entries()) {
      expect([...again[i]!.passages[0]!, ...again[i]!.headings[0]!][j]).toBeCloseTo(value, 5);
    }
  }
});

test('what was weighed under averages of half a build is weighed again before it is shown', async () => {
  await using store = await open('halves');
  await publish(store, [page('/a', 2), page('/b', 40), page('/c', 40), page('/d', 38)], 'page by page');
  const shown = (await readShown(calls, 'halves'))!;
  const today = averagesOf(shown.totals);
  for (const [i, lowest] of shown.weighed!.entries()) expect(today[i]! / lowest).toBeLessThanOrEqual(MOST_DRIFT);
  expect(await collect(store.check())).toEqual([]);
});

test('an index that does not say what it was made under is written anew by the next publish', async () => {
  const base = 'unsaid';
  const unsaying: QdrantCalls = {
    ...calls,
    close: async () => undefined,
    setPayload: (name, { weighed: _weighed, ...payload }, filter, options) =>
      calls.setPayload(name, payload, filter, options),
  };
  const before = await openStore(storeOverCalls({ calls: unsaying, base }));
  await publish(before, STUBS);
  await before.close();
  await using store = await open(base);
  expect(await collect(store.check())).toEqual([]);
  await publish(store, []);
  expect(await epochs(base, (await readShown(calls, base))!)).toEqual([2, 2, 2, 2]);
  expect(await collect(store.check())).toEqual([]);
});
