import { collect, openQdrantService, sketchPage, sketchVectors, SPACE, START, type QdrantService } from '@ibid/testkit';
import { openStore } from '@ibid/core';
import type { ChunkStore, IndexedPage } from '@ibid/core/types';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { storeOverCalls } from '../store-over-calls.ts';

let service: QdrantService;
let calls: QdrantCalls;
let seen: { readonly name: string; readonly round: number }[] = [];
let ended = 0;

beforeAll(async () => {
  // The holder's beats would be counted.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  service = await openQdrantService();
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  vi.useRealTimers();
  await calls.close();
  await service.close();
});

/** Notes in which round a call began: one more than any that had ended by then. */
function watched(inner: QdrantCalls): QdrantCalls {
  const verbs = Object.entries(inner).map(([name, verb]) => {
    const call = verb as (...given: unknown[]) => Promise<unknown>;
    if (name === 'scroll' || name === 'scrollVectors' || name === 'close') return [name, call];
    return [
      name,
      async (...given: unknown[]) => {
        const round = ended + 1;
        seen.push({ name, round });
        const result = await call(...given);
        ended = Math.max(ended, round);
        return result;
      },
    ];
  });
  return { ...(Object.fromEntries(verbs) as QdrantCalls), close: async () => undefined };
}

interface Spent {
  readonly rounds: number;
  readonly calls: readonly string[];
}

async function spentOn(work: () => Promise<unknown>): Promise<Spent> {
  seen = [];
  ended = 0;
  await work();
  return { rounds: ended, calls: seen.map(({ name }) => name) };
}

function page(path: string): IndexedPage {
  return sketchPage({ path, revision: '1', passages: [{ heading: 'Top', text: `text of ${path}` }] });
}

async function begun(base: string): Promise<ChunkStore> {
  const store = await openStore(storeOverCalls({ calls: watched(calls), base }));
  await store.beginBuild(START);
  await store.putSpace(SPACE, 0);
  return store;
}

test('a new page takes two round trips, its vectors three: the place, the points side by side, the note that they are there', async () => {
  await using store = await begun('rounds-new');
  const put = page('/a');
  const written = await spentOn(() => store.putPage(put));
  expect(written).toEqual({ rounds: 2, calls: ['retrieve', 'upsert'] });
  const spent = await spentOn(() => store.putVectors(sketchVectors(put)));
  expect(spent).toEqual({ rounds: 3, calls: ['retrieve', 'upsert', 'upsert', 'upsert', 'setPayload'] });
  await store.abandonBuild();
});

test('pages of an earlier process are asked for once, when they are listed', async () => {
  const put = [page('/a'), page('/b')];
  const first = await begun('rounds-resumed');
  for (const one of put) await first.putPage(one);
  await first.close();
  await using store = await begun('rounds-resumed');
  const listing = await spentOn(() => collect(store.listBuild({ withoutVectorsIn: SPACE.id })));
  expect(listing).toEqual({ rounds: 1, calls: ['retrieve'] });
  const spent = await spentOn(() => store.putVectors(sketchVectors(put[1]!)));
  expect(spent.calls.filter((name) => name === 'retrieve')).toHaveLength(1);
  await store.abandonBuild();
});
