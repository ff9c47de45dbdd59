import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { openQdrantService, putPages, show, sketchPage, SPACE, START, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { keepingOf, shownAt } from '../layout.ts';
import { storeOverCalls } from '../store-over-calls.ts';
import { readState, STATE_ID } from './state-point.ts';

const base = 'manual';
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

function open(): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
}

function page(text: string): ReturnType<typeof sketchPage> {
  return sketchPage({ path: '/p', revision: text, passages: [{ heading: 'Top', text }] });
}

async function epochField(): Promise<unknown> {
  const [point] = await calls.retrieve(keepingOf(base), [STATE_ID], ['epoch']);
  return point?.payload['epoch'];
}

/** As any program that knows the alias and contract C4. */
async function textsBy(filter: Filter): Promise<readonly unknown[]> {
  const texts: unknown[] = [];
  for await (const points of calls.scroll(base, { filter, payload: ['text'] })) {
    texts.push(...points.map(({ payload }) => payload['text']));
  }
  return texts.sort();
}

describe('the epoch on show, for other programs', () => {
  test('stands in the state as a number, and leaves of every page the revision on show', async () => {
    await using store = await open();
    await store.beginBuild(START);
    expect(await epochField()).toBe(0);
    await store.abandonBuild();
    await show(store, [page('first')]);
    const { epoch } = (await readState(calls, base))!.shown!;
    expect(await epochField()).toBe(epoch);

    // A process that is killed just before it publishes.
    await store.beginBuild(START);
    await putPages(store, [page('second')]);
    await store.close();
    expect(await textsBy({})).toEqual(['first', 'second']);
    expect(await epochField()).toBe(epoch);
    expect(await textsBy(shownAt({ epoch }))).toEqual(['first']);

    await using next = await open();
    await next.beginBuild(START);
    await next.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 });
    expect(await epochField()).toBe((await readState(calls, base))!.shown!.epoch);
    expect(await textsBy(shownAt({ epoch: Number(await epochField()) }))).toEqual(['second']);
    expect(await textsBy({})).toEqual(['second']);
  });
});
