import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { collect, openQdrantService, show, sketchPage, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { qdrantCalls } from './client/rest-calls.ts';
import { storeOverCalls } from './store-over-calls.ts';

const TEXTS = ['one', 'two', 'three'];

let service: QdrantService;
let base = '';
let bases = 0;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  base = `marked-${bases++}`;
  service.differ([]);
  await using store = await open();
  await show(
    store,
    TEXTS.map((text) => sketchPage({ path: `/${text}`, revision: text, passages: [{ heading: 'Top', text }] })),
  );
});

/** A store that believes what two copies say. */
function open(): Promise<ChunkStore> {
  const calls = qdrantCalls({ url: service.url, readConsistency: 2 });
  return openStore(storeOverCalls({ calls, base, patienceMs: 300 }));
}

/** All points but the state. */
function written(): Parameters<QdrantService['differ']>[0] {
  return service
    .collections()
    .flatMap(({ name, points }) =>
      name.startsWith(base) ? points.filter(({ payload }) => payload['kind'] !== 'state').map(({ id }) => id) : [],
    );
}

async function pagesFound(store: ChunkStore): Promise<readonly unknown[]> {
  return Promise.all(TEXTS.map(async (text) => (await store.getPage(`/${text}`))?.title));
}

test('what a build has marked on one copy only is read as before', async () => {
  await using store = await open();
  const look = async (): Promise<unknown> => [await pagesFound(store), await collect(store.readPages())];
  const before = await look();
  service.differ(written(), ['until', 'vectors', 'weighed']);
  expect(await look()).toEqual(before);
});

test('what a build has marked on one copy only is no damage', async () => {
  await using store = await open();
  expect(await collect(store.check())).toEqual([]);
  service.differ(written(), ['until']);
  expect(await collect(store.check())).toEqual([]);
});

test('a page whose copies differ in its content is not found', async () => {
  await using store = await open();
  service.differ(written(), ['body']);
  expect(await pagesFound(store)).toEqual(TEXTS.map(() => undefined));
});
