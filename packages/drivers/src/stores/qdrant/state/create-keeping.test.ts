import { IbidError, openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
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
import { array, assert as check, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { keepingOf } from '../layout.ts';
import { storeOverCalls } from '../store-over-calls.ts';
import { FATES, runCreators, type Step } from './creators-fixture.ts';
import { readState, STATE_ID } from './state-point.ts';

let service: QdrantService;
let calls: QdrantCalls;
let bases = 0;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  await calls.close();
  await service.close();
});

function open(base: string, changed: Partial<QdrantCalls> = {}): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined, ...changed }, base }));
}

function page(path: string): ReturnType<typeof sketchPage> {
  return sketchPage({ path, passages: [{ heading: 'Top', text: `text of ${path}` }] });
}

async function urlsOf(store: ChunkStore): Promise<readonly string[]> {
  return (await collect(store.listPages())).map(({ url }) => new URL(url).pathname);
}

/** Runs every order in which the calls of the processes can happen. Resolves with the number of orders, and what was wrong in any. */
async function everyOrder(processes: number, server?: { readonly replaces: boolean }) {
  const wrong = new Set<string>();
  let orders = 0;
  let picks: number[] | undefined = [];
  while (picks !== undefined) {
    const schedule = picks.map((pick): Step => ({ pick, fate: 'done' }));
    const outcome = await runCreators(processes, schedule, server);
    orders++;
    for (const text of outcome.wrong) wrong.add(text);
    const taken: number[] = outcome.choices.map((_, i) => picks?.[i] ?? 0);
    const last = taken.findLastIndex((pick, i) => pick + 1 < outcome.choices[i]!);
    picks = last === -1 ? undefined : [...taken.slice(0, last), taken[last]! + 1];
  }
  return { orders, wrong: [...wrong] };
}

describe('the first state of an index', () => {
  test('is made once, in whatever order two processes come to it', async () => {
    const { orders, wrong } = await everyOrder(2);
    expect(wrong).toEqual([]);
    expect(orders).toBeGreaterThan(50);
  });

  test('would be seen to be made twice by a server that replaces it', async () => {
    expect((await everyOrder(2, { replaces: true })).wrong).toContain('of 1 changes of the state 0 stand');
  });

  test('is made once by three processes whose calls are lost, sent again and done late', async () => {
    const step = record({ pick: nat(11), fate: constantFrom(...FATES) });
    const property = asyncProperty(array(step, { maxLength: 60 }), async (schedule) => {
      expect((await runCreators(3, schedule)).wrong).toEqual([]);
    });
    await check(property, { numRuns: 500 });
  });

  test('is not written again by a process that stood still while another published', async () => {
    const base = `created-${bases++}`;
    const { promise: still, resolve: goOn } = Promise.withResolvers<void>();
    let isStill = false;
    const waiting =
      <Args extends readonly unknown[]>(write: (...args: Args) => Promise<void>) =>
      async (...args: Args): Promise<void> => {
        isStill = true;
        await still;
        return write(...args);
      };
    await using slow = await open(base, { insert: waiting(calls.insert), upsert: waiting(calls.upsert) });
    const begun = slow.beginBuild(START).then(
      (build) => build.resumed,
      (error: unknown) => IbidError.is(error) && error.code,
    );
    await expect.poll(() => isStill, { interval: 5 }).toBe(true);
    await using quick = await open(base);
    await show(quick, [page('/quick')]);
    const before = (await readState(calls, base))!;
    goOn();
    expect(await begun).toBe(false);
    expect(await readState(calls, base)).toMatchObject({ shown: before.shown, epochs: before.epochs + 1 });
    expect(await urlsOf(slow)).toEqual(['/quick']);
  });

  test('beside points that lost theirs begins above every epoch of them', async () => {
    const base = `created-${bases++}`;
    await using store = await open(base);
    await show(store, [page('/old'), page('/older')]);
    await show(store, [page('/newer')]);
    const { epochs } = (await readState(calls, base))!;
    await calls.deletePoints(keepingOf(base), { must: [{ has_id: [STATE_ID] }] });
    expect(await store.info()).toBeUndefined();
    await using next = await open(base);
    expect(await next.beginBuild({ ...START, fresh: true })).toEqual({ resumed: false, pages: [] });
    expect((await readState(calls, base))!.build!.epoch).toBeGreaterThanOrEqual(epochs);
    await putPages(next, [page('/new')]);
    await next.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 });
    expect(await urlsOf(next)).toEqual(['/new']);
    expect(await collect(next.check())).toEqual([]);
  });

  test('is refused by a server that could only replace it, before anything is made', async () => {
    const base = `created-${bases++}`;
    await using store = await open(base, { version: async () => '1.15.5' });
    const failure = await store.beginBuild(START).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'UNSUPPORTED' });
    expect(String(failure)).toContain('1.16.0');
    expect(await calls.collections()).not.toContain(keepingOf(base));
  });
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
