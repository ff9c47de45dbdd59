import {
  collect,
  openQdrantService,
  putPages,
  show,
  sketchPage,
  SPACE,
  START,
  type QdrantService,
} from '@ibid/testkit';
import { openStore } from '@ibid/core';
import type { ChunkStore, IndexedPage } from '@ibid/core/types';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QdrantCalls } from './client/qdrant-calls.ts';
import type { QdrantOptions } from './client/qdrant-options.ts';
import { qdrantCalls } from './client/rest-calls.ts';
import { copiedCalls, type CopiedCalls } from './copied-calls-fixture.ts';
import { keepingOf } from './layout.ts';
import { createKeeping } from './state/create-keeping.ts';
import { readShown, readState, STATE_ID } from './state/state-point.ts';
import { stateWhere } from './state/change-state.ts';
import { storeOverCalls } from './store-over-calls.ts';

let services: readonly QdrantService[];
let copies: readonly QdrantCalls[];
let model: CopiedCalls;
let base = '';
let bases = 0;

beforeAll(async () => {
  services = [await openQdrantService(), await openQdrantService()];
  copies = services.map(({ url }) => qdrantCalls({ url }));
});
afterAll(async () => {
  await Promise.all(copies.map((copy) => copy.close()));
  await Promise.all(services.map((service) => service.close()));
});
beforeEach(async () => {
  model = copiedCalls(copies);
  base = `copied-${bases++}`;
  await using store = await open();
  await show(store, [page('first')]);
});

function page(text: string): IndexedPage {
  return sketchPage({ path: '/p', revision: text, passages: [{ heading: 'Top', text }] });
}

function open(patienceMs = 300): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...model.calls, close: async () => undefined }, base, patienceMs }));
}

async function textsOf(store: ChunkStore): Promise<readonly string[]> {
  return (await collect(store.readPages())).map(({ page: { text } }) => text);
}

async function statesOfCopies(): Promise<readonly unknown[]> {
  const found = await Promise.all(copies.map((copy) => copy.retrieve(keepingOf(base), [STATE_ID], 'all')));
  return found.map(([point]) => point?.payload);
}

/** What a process leaves that died when a change of the state stood on the first copy only. */
async function leaveHalf(): Promise<void> {
  const { turn } = (await readState(model.calls, base))!;
  model.away.add(1);
  const half = { token: 'gone', host: 'elsewhere', turn: turn + 1, change: 'half' };
  await expect(model.calls.setPayload(keepingOf(base), half, stateWhere({ turn }))).rejects.toThrow('away');
  model.away.clear();
}

test('copies that differ are never taken for an index that is not there', async () => {
  await leaveHalf();
  await expect(readState(model.calls, base)).rejects.toThrow('hold different states');
  await createKeeping(model.calls, base);
  expect(await readShown(model.calls, base)).toMatchObject({ epoch: 1 });
});

test('readers go on where giving a build up stopped when it stood on one copy', async () => {
  const halfway: QdrantCalls = {
    ...model.calls,
    close: async () => undefined,
    setPayload: async (...args) => {
      if ('dropped' in args[1]) model.away.add(1);
      await model.calls.setPayload(...args);
    },
  };
  await using writer = await openStore(storeOverCalls({ calls: halfway, base }));
  await writer.beginBuild(START);
  await expect(writer.abandonBuild()).rejects.toThrow('away');
  model.away.clear();
  const dropped = await Promise.all(copies.map((copy) => copy.retrieve(keepingOf(base), [STATE_ID], ['dropped'])));
  expect(dropped.map(([point]) => point?.payload['dropped'])).toEqual([[2], []]);
  // What one copy alone says may be what no other will ever say.
  const agreed: QdrantCalls = {
    ...model.calls,
    close: async () => undefined,
    retrieve: (name, ids, payload, options) =>
      model.calls.retrieve(name, ids, payload, options?.copies === 'one' ? options : { ...options, copies: 'most' }),
  };
  await using store = await openStore(storeOverCalls({ calls: agreed, base }));
  expect(await textsOf(store)).toEqual(['first']);
  expect(await store.search({ terms: [{ term: 'first', count: 1 }], limit: 1, vector: undefined })).toMatchObject({
    passages: 1,
  });
});

test('a state that was never written is not there, however many copies are asked', async () => {
  expect(await readState(model.calls, 'nowhere')).toBeUndefined();
});

test.each([0, 1])('the next writer lets all copies say the same, whichever it meets first (%i)', async (near) => {
  await leaveHalf();
  model.near = near;
  // Single looks go over several connections, and so meet several copies.
  const inTurn = model.calls.retrieve;
  const roving: QdrantCalls = {
    ...model.calls,
    retrieve: (name, ids, payload, options) => {
      if (options?.copies === 'one') model.near = (model.near + 1) % 2;
      return inTurn(name, ids, payload, options);
    },
  };
  await using store = await openStore(
    storeOverCalls({ calls: { ...roving, close: async () => undefined }, base, patienceMs: 300 }),
  );
  await store.beginBuild(START);
  const [one, other] = await statesOfCopies();
  expect(one).toEqual(other);
  await putPages(store, [page('second')]);
  await store.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 });
  expect(await textsOf(store)).toEqual(['second']);
});

test('readers go on while a copy is away', async () => {
  model.away.add(0);
  await using store = await open();
  expect(await store.info()).toMatchObject({ pages: 1 });
});

test('an index with copies is opened only by those who read enough of them', async () => {
  const { url } = services[0]!;
  const overCalls = (given: Partial<QdrantOptions>): Promise<ChunkStore> =>
    openStore(storeOverCalls({ calls: qdrantCalls({ url, ...given }), base: `${base}-made` }));
  const first = await overCalls({ replicas: 3 });
  await first.beginBuild(START);
  await first.abandonBuild();
  await first.close();
  await expect(overCalls({})).rejects.toThrow('Give `readConsistency` at least 2');
  await using reader = await overCalls({ readConsistency: 2 });
  expect(await reader.info()).toBeUndefined();
  await using unaware = await overCalls({ readConsistency: 'all' });
  await unaware.beginBuild(START);
  await unaware.abandonBuild();
  await using again = await overCalls({ replicas: 3 });
  expect(await again.info()).toBeUndefined();
  expect(services.flatMap(({ violations }) => violations)).toEqual([]);
});
