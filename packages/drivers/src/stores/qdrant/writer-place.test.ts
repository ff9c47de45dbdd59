import { hostname } from 'node:os';
import { IbidError, openStore } from '@ibid/core';
import type { ChunkStore, IndexedPage } from '@ibid/core/types';
import {
  collect,
  openQdrantService,
  putPages,
  show,
  sketchPage,
  sketchVectors,
  SPACE,
  START,
  type QdrantService,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { QdrantCalls } from './client/qdrant-calls.ts';
import { qdrantCalls } from './client/rest-calls.ts';
import { qdrantStore } from '../qdrant.ts';
import { bury, openOver } from './die-at-fixture.ts';
import { keepingOf } from './layout.ts';
import { mortalCalls } from './mortal-calls-fixture.ts';
import { stateWhere } from './state/change-state.ts';
import { spansOf } from './state/spans-of.ts';
import { readState } from './state/state-point.ts';
import { storeOverCalls } from './store-over-calls.ts';

const PUBLISH = { spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 };

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

function page(path: string, text: string, revision = '1'): IndexedPage {
  return sketchPage({ path, revision, passages: [{ heading: 'Top', text }] });
}

async function failure(work: Promise<unknown>): Promise<IbidError | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (IbidError.is(error) ? error : new IbidError('UPSTREAM_FAILED', String(error))),
  );
}

async function shownTexts(store: ChunkStore): Promise<readonly string[]> {
  return (await collect(store.readPages())).map(({ page: { text } }) => text);
}

/** A store that waits as long for a writer as it does by default. */
function openPatient(base: string): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
}

/** A base with a generation of one page on show. */
async function shownBase(): Promise<string> {
  const base = `place-${bases++}`;
  await using store = await openOver(calls, base);
  await show(store, [page('/a', 'alpha')]);
  return base;
}

describe("the writer's place", () => {
  test('is refused with the name of host and process while its holder lives', async () => {
    const base = await shownBase();
    await using holder = await openPatient(base);
    await holder.beginBuild(START);
    await using other = await openOver(calls, base);
    const here = await failure(other.beginBuild(START));
    expect(here).toMatchObject({ code: 'STORE_BUSY', retryable: true });
    expect(here?.message).toContain(`process ${process.pid}`);
    expect(here?.message).not.toContain(hostname());

    await calls.setPayload(keepingOf(base), { host: 'elsewhere.example', space: 'of another kernel' }, stateWhere({}));
    expect((await failure(other.abandonBuild()))?.message).toContain('`elsewhere.example`');
  });

  test('is free again after publish, abandon and close', async () => {
    const base = await shownBase();
    const token = async (): Promise<string | undefined> => (await readState(calls, base))?.token;
    const store = await openOver(calls, base);
    expect(await token()).toBe('');
    await store.beginBuild(START);
    expect(await token()).not.toBe('');
    await store.abandonBuild();
    expect(await token()).toBe('');
    await store.beginBuild(START);
    await store.close();
    expect(await token()).toBe('');
  });

  test('is taken from a holder that shows no life, which then can write nothing', async () => {
    const base = await shownBase();
    const mortal = mortalCalls(calls);
    await using old = await openOver(mortal.calls, base);
    await old.beginBuild(START);
    await putPages(old, [page('/a', 'of the old writer', '2')]);
    mortal.die(1, 'before');
    await using heir = await openOver(calls, base);
    expect(await heir.beginBuild(START)).toMatchObject({ resumed: true, pages: [{ revision: '2' }] });
    mortal.revive();
    const verbs = [
      () => old.putPage(page('/b', 'late')),
      () => old.putVectors(sketchVectors(page('/a', 'of the old writer'))),
      () => old.deletePages([page('/a', '').url]),
      () => old.putSpace({ ...SPACE, id: 'test/late@8' }, 0),
      () => old.publish(PUBLISH),
    ];
    for (const verb of verbs) expect((await failure(verb()))?.code).toBe('STORE_BUSY');
    expect(await shownTexts(old)).toEqual(['alpha']);
    await putPages(heir, [page('/a', 'of the heir', '3')]);
    await heir.publish(PUBLISH);
    expect(await shownTexts(old)).toEqual(['of the heir']);
    expect(await collect(heir.check())).toEqual([]);
  });

  test('is waited for as long as its holder may need, however impatient the contender is', async () => {
    const base = await shownBase();
    const mortal = mortalCalls(calls);
    await using holder = await openStore(
      storeOverCalls({ calls: { ...mortal.calls, close: async () => undefined }, base }),
    );
    await holder.beginBuild(START);
    mortal.die(1, 'before');
    let looks = 0;
    const looking: QdrantCalls = {
      ...calls,
      retrieve: async (...args) => {
        // The holder's counter, which was held up, goes on after the contender's own patience.
        if (looks++ === 6) await calls.setPayload(keepingOf(base), { beat: 1000 }, stateWhere({}));
        return calls.retrieve(...args);
      },
    };
    await using contender = await openOver(looking, base);
    expect((await failure(contender.beginBuild(START)))?.code).toBe('STORE_BUSY');
    expect(looks).toBeGreaterThan(6);
  });

  test('has a holder whose patience follows from how long its requests may take', async () => {
    const base = `place-${bases++}`;
    const slow = { timeoutMs: 120_000, retryMs: 60_000 };
    await using store = await openStore(qdrantStore({ url: service.url, collection: base, ...slow }));
    await store.beginBuild(START);
    expect((await readState(calls, base))!.patience).toBeGreaterThan(2 * slow.timeoutMs);
    for (const options of [slow, { timeoutMs: 5_000, retryMs: 20_000 }, { timeoutMs: 100, retryMs: 3_600_000 }]) {
      const { trustMs, patienceMs } = spansOf(options);
      expect(trustMs).toBeGreaterThan(Math.max(2 * options.timeoutMs, options.retryMs));
      expect(patienceMs).toBeGreaterThan(trustMs);
    }
  });

  test('is trusted through a pause that its slow requests explain', async () => {
    const base = await shownBase();
    const spans = spansOf({ timeoutMs: 120_000, retryMs: 20_000 });
    const over = { ...calls, close: async () => undefined };
    await using store = await openStore(storeOverCalls({ calls: over, base, spans }));
    await store.beginBuild(START);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    try {
      expect(await failure(store.putPage(page('/b', 'in time')))).toBeUndefined();
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('is not trusted after a pause that was longer than anyone waits', async () => {
    const base = await shownBase();
    const upserts: string[] = [];
    const now = performance.now.bind(performance);
    const pausing: QdrantCalls = {
      ...calls,
      close: async () => undefined,
      retrieve: async (...args) => {
        const found = await calls.retrieve(...args);
        // The process stands still between its look at the state and the write that follows.
        if (upserts.length > 0) vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
        return found;
      },
      upsert: async (...args) => {
        upserts.push(args[0]);
        await calls.upsert(...args);
      },
    };
    await using store = await openStore(storeOverCalls({ calls: pausing, base }));
    await store.beginBuild(START);
    await store.putPage(page('/b', 'in time'));
    expect(upserts).toEqual([keepingOf(base)]);
    try {
      const late = await failure(store.putPage(page('/c', 'too late')));
      expect(late).toMatchObject({ code: 'STORE_BUSY', retryable: true });
      // Nobody did take over.
      expect(late?.message).toMatch(/not confirmed for 22 s .* `timeoutMs`/u);
    } finally {
      vi.restoreAllMocks();
    }
    expect(upserts).toEqual([keepingOf(base)]);
  });

  test('is taken at once from a dead process of this host', async () => {
    const base = await shownBase();
    const mortal = mortalCalls(calls);
    await using dead = await openOver(mortal.calls, base);
    await dead.beginBuild(START);
    mortal.die(1, 'before');
    await bury(calls, base);
    await using heir = await openPatient(base);
    expect((await heir.beginBuild(START)).resumed).toBe(true);
  });

  test('goes to one of several contenders for a dead holder', async () => {
    const base = await shownBase();
    const mortal = mortalCalls(calls);
    await using dead = await openOver(mortal.calls, base);
    await dead.beginBuild(START);
    mortal.die(1, 'before');
    await bury(calls, base);
    const heirs = await Promise.all([1, 2, 3].map(() => openPatient(base)));
    const codes = (await Promise.all(heirs.map((heir) => failure(heir.beginBuild(START))))).map((error) => error?.code);
    expect(codes.toSorted()).toEqual(['STORE_BUSY', 'STORE_BUSY', undefined]);
    for (const heir of heirs) await heir.close();
  });

  test('of processes that find no collection, one makes it and one writes', async () => {
    const base = `place-${bases++}`;
    const stores = await Promise.all([1, 2, 3].map(() => openPatient(base)));
    const codes = (await Promise.all(stores.map((store) => failure(store.beginBuild(START))))).map(
      (error) => error?.code,
    );
    expect(codes.toSorted()).toEqual(['STORE_BUSY', 'STORE_BUSY', undefined]);
    for (const store of stores) await store.close();
  });

  test('needs the shared lock first, where there is one', async () => {
    const base = await shownBase();
    const losing = new AbortController();
    const events: string[] = [];
    let isTaken = true;
    const lock = {
      acquire: async () => {
        if (isTaken) throw new IbidError('STORE_BUSY', 'Another server is indexing', { retryable: true });
        events.push('acquired');
        return { lost: losing.signal, release: async () => void events.push('released') };
      },
    };
    const over = { ...calls, close: async () => undefined };
    await using store = await openStore(storeOverCalls({ calls: over, base, lock }));
    expect((await failure(store.beginBuild(START)))?.message).toBe('Another server is indexing');
    expect((await readState(calls, base))?.token).toBe('');
    isTaken = false;
    await store.beginBuild(START);
    await store.publish(PUBLISH);
    expect(events).toEqual(['acquired', 'released']);
    await store.beginBuild(START);
    losing.abort();
    expect((await failure(store.putPage(page('/b', 'beta'))))?.code).toBe('STORE_BUSY');
    expect((await failure(store.publish(PUBLISH)))?.code).toBe('STORE_BUSY');
  });
});

/** Calls whose write of what is on show is not answered, and applied only when `arrive` is called, or right before the change of the state after `arm`. */
function lateCalls(sound: QdrantCalls): { readonly calls: QdrantCalls; arm(): void; arrive(): Promise<void> } {
  let late: (() => Promise<void>) | undefined;
  let isArmed = false;
  return {
    calls: {
      ...sound,
      close: async () => undefined,
      setPayload: async (collection, payload, filter, options) => {
        if (isArmed && payload['change'] !== undefined) await late?.();
        if (late === undefined && typeof payload['shown'] === 'string' && payload['shown'] !== 'null') {
          late = () => sound.setPayload(collection, payload, filter);
          throw new IbidError('TIMED_OUT', 'No answer', { retryable: true });
        }
        return sound.setPayload(collection, payload, filter, options);
      },
    },
    arm: () => void (isArmed = true),
    arrive: async () => late?.(),
  };
}

async function unanswered(): Promise<{
  readonly store: ChunkStore;
  readonly arm: () => void;
  readonly arrive: () => Promise<void>;
}> {
  const base = await shownBase();
  const late = lateCalls(calls);
  const store = await openStore(storeOverCalls({ calls: late.calls, base }));
  await store.beginBuild(START);
  await putPages(store, [page('/a', 'beta', '2')]);
  expect((await failure(store.publish(PUBLISH)))?.code).toBe('TIMED_OUT');
  return { store, arm: late.arm, arrive: late.arrive };
}

describe('a publish that was not answered', () => {
  test('is done when it is asked for again', async () => {
    const { store, arrive } = await unanswered();
    const info = await store.publish(PUBLISH);
    await arrive();
    expect(await store.info()).toEqual(info);
    expect(await shownTexts(store)).toEqual(['beta']);
    expect(await collect(store.check())).toEqual([]);
    await store.close();
  });

  test('is found done when it came after all', async () => {
    const { store, arrive } = await unanswered();
    await arrive();
    expect(await shownTexts(store)).toEqual(['beta']);
    const info = await store.publish(PUBLISH);
    expect(await store.info()).toEqual(info);
    expect(await collect(store.check())).toEqual([]);
    await store.close();
  });

  test('can no longer come once the build goes on', async () => {
    const { store, arrive } = await unanswered();
    await store.putPage(page('/a', 'gamma', '3'));
    await arrive();
    expect(await shownTexts(store)).toEqual(['alpha']);
    await putPages(store, [page('/a', 'gamma', '3')]);
    await store.publish(PUBLISH);
    expect(await shownTexts(store)).toEqual(['gamma']);
    expect(await collect(store.check())).toEqual([]);
    await store.close();
  });

  test('can no longer come once the build is given up', async () => {
    const { store, arrive } = await unanswered();
    await store.abandonBuild();
    await arrive();
    expect(await shownTexts(store)).toEqual(['alpha']);
    expect(await collect(store.check())).toEqual([]);
    await store.close();
  });

  test('that comes while the build is being given up stays on show', async () => {
    const { store, arm } = await unanswered();
    arm();
    expect((await failure(store.abandonBuild()))?.code).toBe('STORE_BUSY');
    expect(await shownTexts(store)).toEqual(['beta']);
    expect(await collect(store.check())).toEqual([]);
    await store.abandonBuild();
    expect(await shownTexts(store)).toEqual(['beta']);
    await store.close();
  });

  test('that comes while it is asked for again is found done', async () => {
    const { store, arm } = await unanswered();
    arm();
    const info = await store.publish(PUBLISH);
    expect(await store.info()).toEqual(info);
    expect(await collect(store.check())).toEqual([]);
    await store.close();
  });

  test('makes further writes fail when it came after all', async () => {
    const { store, arrive } = await unanswered();
    await arrive();
    expect((await failure(store.putPage(page('/a', 'gamma', '3'))))?.code).toBe('STORE_BUSY');
    expect(await shownTexts(store)).toEqual(['beta']);
    expect((await store.beginBuild(START)).resumed).toBe(false);
    await store.close();
  });
});

test('an index of a newer format is not read, and not written to', async () => {
  const base = await shownBase();
  await calls.setPayload(keepingOf(base), { format: 2 }, stateWhere({}));
  await using store = await openOver(calls, base);
  for (const verb of [() => store.info(), () => collect(store.listPages()), () => store.beginBuild(START)]) {
    expect((await failure(verb()))?.code).toBe('INDEX_MISMATCH');
  }
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
