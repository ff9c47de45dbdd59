import { describe, expect, test } from 'vitest';
import { openStore } from '@ibid/core';
import type { ChunkStore, StoreDriver } from '@ibid/core/types';
import { collect, show, sketchPage, SPACE, START, unitVector } from '@ibid/testkit';
import { storeOverCalls } from '../store-over-calls.ts';
import { collectionsOf, keepingOf } from '../layout.ts';
import { findForeign } from './find-foreign.ts';
import { asked, DIMENSIONS, row, withForeign, type Row } from './with-foreign-fixture.ts';

const place = withForeign();
const { put, collection, open } = place;

/** As a script writes them that counts its points from 0. */
function script(...pages: readonly (readonly [path: string, text: string])[]): readonly Row[] {
  return pages.map(([path, text], id) => row(id, path, `Section of ${path}`, 0, text));
}

const BEFORE = script(['/battery', 'It holds 20 Wh.'], ['/licence', 'MIT licence.'], ['/motor', 'Runs at 12 V.']);
/** As many points with the same ids: a page came, and one went. */
const AFTER = script(['/changelog', 'Version 2.'], ['/battery', 'It holds 20 Wh.'], ['/licence', 'MIT licence.']);

/** Address, title, heading and text of what is found first. */
async function cited(store: ChunkStore, text: string): Promise<readonly unknown[]> {
  const { candidates } = await store.search(asked(text, { limit: 1 }));
  const [chunk] = await store.getChunks(candidates.map(({ id }) => id));
  return [candidates[0]?.url, chunk?.url, chunk?.title, chunk?.heading, chunk?.text];
}

function citation(path: string, text: string): readonly unknown[] {
  const url = `https://book.example.org${path}`;
  return [url, url, `Title of ${path}`, `Section of ${path}`, text];
}

/** The store of our own, over the same Qdrant. */
function ours(base: string): StoreDriver {
  return { ...storeOverCalls({ calls: place.calls, base }), close: async () => undefined };
}

function page(text: string): ReturnType<typeof sketchPage> {
  return sketchPage({ path: '/new', revision: text, passages: [{ heading: 'H', text }] });
}

describe('a collection that its program writes anew', () => {
  test('is cited by the address that stands beside the text, under ids of other pages too (R12)', async () => {
    const base = await collection(BEFORE);
    await using store = await open(base);
    expect(await cited(store, 'Runs at 12 V.')).toEqual(citation('/motor', 'Runs at 12 V.'));
    await put(base, AFTER);
    expect(await cited(store, 'It holds 20 Wh.')).toEqual(citation('/battery', 'It holds 20 Wh.'));
    expect(await cited(store, 'MIT licence.')).toEqual(citation('/licence', 'MIT licence.'));
    expect((await store.getPage('/changelog'))?.text).toBe('Version 2.');
    expect(await store.getPage('/motor')).toBeUndefined();
  });

  test.each<[string, (store: ChunkStore) => Promise<unknown>]>([
    ['getPage', (store) => store.getPage('/motor')],
    ['getChunks', async (store) => (await store.getChunks(['/motor|Section of /motor|0']))[0]],
    [
      'search',
      async (store) => (await store.search(asked('Runs at 12 V.'))).candidates.find(({ url }) => /motor/.test(url)),
    ],
  ])('does not give text of one page as that of another where %s meets it first (R12)', async (_, motor) => {
    const base = await collection(BEFORE);
    await using store = await open(base);
    await store.info();
    await put(base, AFTER);
    expect(await motor(store)).toBeUndefined();
    const [battery] = await store.getChunks(['/battery|Section of /battery|0']);
    expect([battery?.url, battery?.text]).toEqual(['https://book.example.org/battery', 'It holds 20 Wh.']);
  });

  test('has another generation, so that nobody goes on with what was of the one before', async () => {
    const base = await collection(BEFORE);
    await using store = await open(base);
    await using same = await open(base);
    const before = (await store.info())!.generation;
    expect((await same.info())?.generation).toBe(before);
    await put(base, AFTER);
    const { generation } = await store.search(asked('MIT licence.'));
    expect(generation).not.toBe(before);
    expect((await store.info())?.generation).toBe(generation);
  });

  test('is listed anew after a minute, though as many points are there and none was met', async () => {
    let time = 0;
    const base = await collection(BEFORE);
    await using store = await open(base, { now: () => time });
    const urls = async (): Promise<readonly string[]> => (await collect(store.listPages())).map(({ url }) => url);
    const before = await urls();
    await put(base, AFTER);
    time = 59_000;
    expect(await urls()).toEqual(before);
    time = 61_000;
    expect(await urls()).toEqual(['/battery', '/changelog', '/licence'].map((at) => `https://book.example.org${at}`));
  });

  test('is not counted through for a question', async () => {
    const base = await collection(BEFORE);
    await using store = await open(base);
    await store.info();
    place.service.clearLog();
    await cited(store, 'MIT licence.');
    const routes = place.service.requests.map(({ route }) => route);
    expect(routes).not.toContain('count_points');
    // The one passage that is cited, by its id.
    expect(routes.filter((route) => route === 'scroll_points')).toHaveLength(1);
  });
});

describe('a collection that gives way to an index of ours', () => {
  test('is foreign no more, and what is not published is not seen', async () => {
    const base = await collection(BEFORE);
    await using server = await open(base, { spaceId: SPACE.id }, ours(base));
    const chunker = (await server.info())?.schema.chunker;
    expect(chunker).toBe('foreign');
    await place.client.deleteCollection(base);
    await using writer = await openStore(ours(base));
    await show(writer, [page('published')]);
    const draft = page('draft');
    await writer.beginBuild(START);
    await writer.putPage(draft);
    await writer.putSpace(SPACE, 0);
    const vector = unitVector('z', DIMENSIONS);
    await writer.putVectors({ url: draft.url, spaceId: SPACE.id, passages: [vector], headings: [vector] });
    const { candidates } = await server.search({ terms: [], vector, limit: 5 });
    const chunks = await server.getChunks(candidates.map(({ id }) => id));
    expect(chunks.map((chunk) => chunk?.text)).toEqual(['published']);
    expect((await server.info())?.schema.chunker).toBe(START.schema.chunker);
    expect(await collect(server.check())).toEqual([]);
    await writer.abandonBuild();
  });

  test('is foreign no more once it is gone, and may be indexed into by the same process', async () => {
    const base = await collection(BEFORE);
    await using server = await open(base, { spaceId: SPACE.id }, ours(base));
    await server.info();
    await place.client.deleteCollection(base);
    await expect(server.search(asked('MIT licence.'))).rejects.toMatchObject({ code: 'NOT_INDEXED' });
    expect(await server.info()).toBeUndefined();
    await show(server, [page('published')]);
    expect((await server.getPage('/new'))?.content[0]?.text).toBe('published');
  });

  test('is one of another program where the name alone is like ours', async () => {
    const base = await collection([]);
    const versioned = `${base}-book`;
    const { passages } = collectionsOf(versioned, 3);
    await place.client.createCollection(passages, { vectors: { size: DIMENSIONS, distance: 'Cosine' } });
    await put(passages, BEFORE);
    await place.client.updateCollectionAliases({
      actions: [{ create_alias: { alias_name: versioned, collection_name: passages } }],
    });
    expect(await findForeign(place.calls, versioned)).toMatchObject({ points: 3 });
  });

  test('has no cache of ours beside it, whenever it came', async () => {
    const base = await collection(BEFORE);
    await using store = await open(base, {}, ours(base));
    expect(store.cache).toBeUndefined();
    const late = `${base}-late`;
    await using early = await open(late, {}, ours(late));
    await place.client.createCollection(late, { vectors: { size: DIMENSIONS, distance: 'Cosine' } });
    await put(late, BEFORE);
    expect((await early.info())?.chunks).toBe(3);
    await early.cache?.put(SPACE.id, [{ hash: 'x', vector: unitVector('a', DIMENSIONS) }]);
    expect(await early.cache?.get(SPACE.id, ['x'])).toEqual([undefined]);
    expect(place.service.collections().map(({ name }) => name)).not.toContain(keepingOf(late));
  });
});
