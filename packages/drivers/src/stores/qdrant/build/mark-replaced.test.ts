import { openStore } from '@ibid/core';
import { collect, openQdrantService, show, sketchPage, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { storeOverCalls } from '../store-over-calls.ts';

const PAGES = 230;
const MOST_AT_ONCE = 100;

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

function urlsIn({ must = [] }: Filter): readonly (string | number)[] | undefined {
  const [urls] = must.flatMap((one) => ('key' in one && one.key === 'url' && 'match' in one ? [one.match] : []));
  return urls !== undefined && 'any' in urls ? urls.any : undefined;
}

test('a build from nothing ends the pages before it by few at a time, and every one', async () => {
  const ended: (readonly (string | number)[] | undefined)[] = [];
  const watched: QdrantCalls = {
    ...calls,
    close: async () => undefined,
    setPayload: async (collection, payload, filter, options) => {
      if (payload['until'] !== undefined) ended.push(urlsIn(filter));
      await calls.setPayload(collection, payload, filter, options);
    },
  };
  await using store = await openStore(storeOverCalls({ calls: watched, base: 'marked' }));
  await show(
    store,
    Array.from({ length: PAGES }, (_, i) => sketchPage({ path: `/${i}`, passages: [] })),
  );
  await show(store, [sketchPage({ path: '/only', passages: [] })]);
  expect(ended.every((urls) => urls !== undefined && urls.length <= MOST_AT_ONCE)).toBe(true);
  expect(new Set(ended.flat()).size).toBe(PAGES);
  expect((await collect(store.listPages())).map(({ url }) => new URL(url).pathname)).toEqual(['/only']);
  expect(await collect(store.check())).toEqual([]);
});
