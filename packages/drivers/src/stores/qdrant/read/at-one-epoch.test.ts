import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathKey } from '@ibid/core';
import { collect, openQdrantService, urlOf, type QdrantService } from '@ibid/testkit';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { collectionsOf, keepingOf } from '../layout.ts';
import { openReader } from './open-reader.ts';
import { differences, indexOf, query, referenceAnswers, written } from './reader-fixture.ts';
import { showEpoch, writeIndex, type WrittenIndex } from './written-index-fixture.ts';

let service: QdrantService;
let calls: QdrantCalls;
let bases = 0;

beforeAll(async () => {
  service = await openQdrantService();
  calls = qdrantCalls({ url: service.url });
});

afterAll(async () => {
  await calls.close();
  await service.close();
});

const NAMES = ['/a', '/b', '/c', '/d'];
const page = (path: string, text: string) => ({
  path,
  title: 'Page',
  passages: [
    { heading: 'Use', text },
    { heading: 'More', text: `${text} again` },
  ],
});
/** Epoch 3 shows `old`, epoch 4 `new` in its place. */
const OLD: WrittenIndex = indexOf([
  ...NAMES.map((path) => written(page(path, 'old words'), 3, 4)),
  ...NAMES.map((path) => written(page(path, 'new words'), 4)),
]);
const NEW: WrittenIndex = { ...OLD, epoch: 4 };
const QUERIES = [query('old words', { limit: 3 }), query('new words', { limit: 3, vector: undefined })];

async function opened(index: WrittenIndex): Promise<string> {
  const base = `epochs${bases++}`;
  await writeIndex(calls, base, index);
  return base;
}

/** What a writer does: puts the next epoch on show, then removes what nothing shows any more. */
async function publishNew(base: string): Promise<void> {
  await showEpoch(calls, base, NEW);
  const { passages, legs, pages } = collectionsOf(base, 1);
  const gone = { must: [{ key: 'until', range: { lte: NEW.epoch } }] };
  for (const name of [passages, legs, pages, keepingOf(base)]) await calls.deletePoints(name, gone);
}

/** Does something once, before the given request to the legs or the passages. */
function interrupted(at: number, action: () => Promise<void>): QdrantCalls {
  let left = at;
  return {
    ...calls,
    async query(...request) {
      if (left-- === 0) await action();
      return calls.query(...request);
    },
  };
}

describe('reads of one epoch', () => {
  test.each([0, 1, 2, 3, 4])('begin again when the next one is published under their request %i', async (at) => {
    const base = await opened(OLD);
    const reader = openReader({ calls: interrupted(at, () => publishNew(base)), base });
    const found = [await reader.search(QUERIES[0]!), await reader.search(QUERIES[1]!)];
    expect(found.map(({ generation }) => generation)).toEqual([4, 4]);
    expect(differences(found, await referenceAnswers(NEW, QUERIES))).toEqual([]);
  });

  test('tell a reader that does not look at the state again', async () => {
    const base = await opened(OLD);
    const state = await calls.scroll(keepingOf(base), {
      filter: { must: [{ key: 'kind', match: { value: 'state' } }] },
      payload: 'all',
    });
    const [first] = (await collect(state)).flat();
    const blind: QdrantCalls = {
      ...interrupted(1, () => publishNew(base)),
      retrieve: async (name, ids, ...more) =>
        ids.includes(String(first!.id)) ? [first!] : calls.retrieve(name, ids, ...more),
    };
    const found = await openReader({ calls: blind, base }).search(QUERIES[0]!);
    const [before] = await referenceAnswers(OLD, [QUERIES[0]!]);
    const [after] = await referenceAnswers(NEW, [QUERIES[0]!]);
    expect(differences([found], [before!])).not.toEqual([]);
    expect(differences([found], [after!])).not.toEqual([]);
  });

  test('begin again when the collections they were looking at are gone', async () => {
    const base = await opened(OLD);
    const moved = { ...NEW, version: 2 };
    const reader = openReader({ calls, base });
    await reader.search(QUERIES[0]!);
    await writeIndex(calls, base, moved);
    const { passages, legs, pages } = collectionsOf(base, 1);
    for (const name of [passages, legs, pages]) await calls.deleteCollection(name);
    const found = [await reader.search(QUERIES[0]!)];
    expect(differences(found, await referenceAnswers(NEW, [QUERIES[0]!]))).toEqual([]);
  });

  test('give up, to be tried again, where each of several was overtaken', async () => {
    const base = await opened(OLD);
    let epoch = 5;
    const restless: QdrantCalls = {
      ...calls,
      async query(...request) {
        await showEpoch(calls, base, { ...OLD, epoch: epoch++ });
        return calls.query(...request);
      },
    };
    await expect(openReader({ calls: restless, base }).search(QUERIES[0]!)).rejects.toMatchObject({
      code: 'STORE_BUSY',
      retryable: true,
    });
  });

  test('hand on what Qdrant says where nothing was published meanwhile', async () => {
    const base = await opened(OLD);
    const { legs } = collectionsOf(base, 1);
    await calls.deleteCollection(legs);
    await expect(openReader({ calls, base }).search(QUERIES[0]!)).rejects.toMatchObject({ code: 'NOT_INDEXED' });
  });

  test('find passages, pages and lists of the epoch on show, and say NOT_INDEXED only of searches', async () => {
    const base = await opened(OLD);
    const reader = openReader({ calls, base });
    const ids = written(page('/a', 'old words'), 3).page.chunks.map(({ chunk }) => chunk.id);
    const texts = async (): Promise<readonly (string | undefined)[]> =>
      (await reader.getChunks([ids[1]!, 'f'.repeat(64), ids[0]!, ids[1]!])).map((chunk) => chunk?.text);
    expect(await texts()).toEqual(['old words again', undefined, 'old words', 'old words again']);
    expect(await reader.getPage('/a')).toMatchObject({
      url: urlOf('/a'),
      text: 'old words\n\nold words again',
      chunks: 2,
    });
    expect(await reader.getPage(pathKey('/none'))).toBeUndefined();
    await publishNew(base);
    expect(await texts()).toEqual(['new words again', undefined, 'new words', 'new words again']);
    expect((await reader.getPage('/a'))?.content.map(({ text }) => text)).toEqual(['new words', 'new words again']);
    expect((await collect(reader.listPages())).map(({ url }) => url)).toEqual(NAMES.map(urlOf));

    const empty = openReader({ calls, base: 'nothing' });
    await expect(empty.search(QUERIES[0]!)).rejects.toMatchObject({ code: 'NOT_INDEXED' });
    expect([await empty.getChunks(ids), await empty.getPage('/a'), await collect(empty.listPages())]).toEqual([
      [undefined, undefined],
      undefined,
      [],
    ]);
  });

  test('give each chunk as an object of its own', async () => {
    const base = await opened(OLD);
    const { id } = written(page('/a', 'old words'), 3).page.chunks[0]!.chunk;
    const [first, second] = await openReader({ calls, base }).getChunks([id, id]);
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
  });
});
