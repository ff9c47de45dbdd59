import { expect, test } from 'vitest';
import { openStore, type ChunkStore } from './open-store.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexInfo, LegQuery, LegResult, PageInfo, StoreDriver } from '../types/store.ts';

const INFO: IndexInfo = {
  generation: 1,
  schema: { chunker: 'c', tokenizer: 't' },
  sourceId: 's',
  pages: 1,
  chunks: 1,
  space: { id: 'space', dimensions: 2, data: new Uint8Array() },
  publishedAt: '2026-01-01T00:00:00.000Z',
};
const QUERY: LegQuery = { terms: [{ term: 'a', count: 1 }], vector: undefined, limit: 3 };
const RESULT = { candidates: [] } as unknown as LegResult;
const PAGE = { url: 'https://example.org/a' } as PageInfo;

/** A driver that records its calls. */
function notingDriver(own: Partial<StoreDriver> = {}): { driver: StoreDriver; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const note =
    <T>(name: string, result: T) =>
    async (...args: unknown[]): Promise<T> => {
      calls.push([name, ...args]);
      return result;
    };
  const driver = {
    name: 'noting',
    open: note('open', undefined),
    close: note('close', undefined),
    info: note('info', INFO),
    search: note('search', RESULT),
    getChunks: note('getChunks', []),
    deletePages: note('deletePages', undefined),
    beginBuild: note('beginBuild', { resumed: false, pages: [] }),
    cache: undefined,
    ...own,
  } as unknown as StoreDriver;
  return { driver, calls };
}

async function refusal(work: Promise<unknown>): Promise<IbidError> {
  const [outcome] = await Promise.allSettled([work]);
  const reason: unknown = outcome?.status === 'rejected' ? outcome.reason : undefined;
  if (IbidError.is(reason)) return reason;
  throw new TypeError('the call was not refused with an IbidError', { cause: reason });
}

test('whatever a driver throws comes out as an IbidError that names store and operation', async () => {
  const cause = new TypeError('socket hang up');
  const { driver } = notingDriver({ search: () => Promise.reject(cause) });
  const store = await openStore(driver);
  const error = await refusal(store.search(QUERY));
  expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', details: { store: 'noting', operation: 'search' }, cause });
  const known = new IbidError('STORE_BUSY', 'busy');
  const busy = await openStore(notingDriver({ search: () => Promise.reject(known) }).driver);
  expect(await refusal(busy.search(QUERY))).toBe(known);
});

test('a driver that throws instead of rejecting changes nothing', async () => {
  const { driver } = notingDriver({
    search: () => {
      throw new Error('not even a promise');
    },
  });
  expect((await refusal((await openStore(driver)).search(QUERY))).code).toBe('UPSTREAM_FAILED');
});

test('a driver that cannot be opened is closed', async () => {
  const { driver, calls } = notingDriver({ open: () => Promise.reject(new IbidError('INDEX_DAMAGED', 'broken')) });
  expect((await refusal(openStore(driver))).code).toBe('INDEX_DAMAGED');
  expect(calls.map(([name]) => name)).toEqual(['close']);
});

test('an abort rejects at once, even when the driver never answers', async () => {
  const { driver } = notingDriver({ search: () => new Promise(() => undefined) });
  const store = await openStore(driver);
  const controller = new AbortController();
  const searching = refusal(store.search(QUERY, { signal: controller.signal }));
  controller.abort('enough');
  expect(await searching).toMatchObject({ code: 'ABORTED', cause: 'enough' });
});

test('an iteration ends when its caller leaves or aborts', async () => {
  let ended = 0;
  const listPages = async function* (): AsyncGenerator<PageInfo> {
    try {
      for (;;) yield PAGE;
    } finally {
      ended++;
    }
  };
  const store = await openStore(notingDriver({ listPages }).driver);
  for await (const page of store.listPages()) {
    expect(page).toBe(PAGE);
    break;
  }
  expect(ended).toBe(1);
  const controller = new AbortController();
  const reading = async (): Promise<void> => {
    for await (const _ of store.listPages({ signal: controller.signal })) controller.abort();
  };
  expect((await refusal(reading())).code).toBe('ABORTED');
  expect(ended).toBe(2);
});

test('empty requests do not reach the driver', async () => {
  const { driver, calls } = notingDriver();
  const store = await openStore(driver);
  expect(await store.getChunks([])).toEqual([]);
  await store.beginBuild({ schema: INFO.schema, sourceId: 's', fresh: false });
  await store.deletePages([]);
  expect(calls.map(([name]) => name)).toEqual(['open', 'beginBuild']);
});

test('a query vector is held against the live space, and left out when it is zero', async () => {
  const { driver, calls } = notingDriver();
  const store = await openStore(driver);
  expect((await refusal(store.search({ ...QUERY, vector: new Float32Array([1, 0, 0]) }))).code).toBe('INVALID_REQUEST');
  await store.search({ ...QUERY, vector: new Float32Array([0, 0, 0]) });
  expect(calls.at(-1)).toEqual(['search', { ...QUERY, vector: undefined }, undefined]);
  await store.search({ ...QUERY, vector: new Float32Array([0, 1]) });
  expect(calls.at(-1)).toEqual(['search', { ...QUERY, vector: new Float32Array([0, 1]) }, undefined]);
});

test('`await using` closes the store', async () => {
  const { driver, calls } = notingDriver();
  const use = async (): Promise<ChunkStore> => {
    await using store = await openStore(driver);
    await store.info();
    return store;
  };
  const store = await use();
  expect(calls.map(([name]) => name)).toEqual(['open', 'info', 'close']);
  expect((await refusal(store.info())).code).toBe('CLOSED');
});
