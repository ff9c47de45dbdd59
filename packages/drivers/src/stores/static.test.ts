import { openStore } from '@ibid/core';
import type { ChunkStore, ReadableStore } from '@ibid/core/types';
import { arbitraryPage, arbitraryQuery, collect, show, sketchPage, SPACE, urlOf } from '@ibid/testkit';
import { array, assert, asyncProperty, uniqueArray } from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteStore } from './sqlite.ts';
import { readManifest, staticStore, type ReadFile } from './static.ts';
import { MANIFEST } from './static/format.ts';
import { writeStatic } from './static/write-static.ts';

let folder = '';
let sqlite: ChunkStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-static-'));
  sqlite = await openStore(sqliteStore({ file: join(folder, 'index.db') }));
});
afterAll(async () => {
  await sqlite.close();
  await rm(folder, { recursive: true });
});

async function filesOf(store: ChunkStore): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  await writeStatic(store, async (name, bytes) => void files.set(name, bytes));
  return files;
}

const readFrom =
  (files: ReadonlyMap<string, Uint8Array>): ReadFile =>
  async (name) => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new Error(`${name} is not there`);
    return Uint8Array.from(bytes);
  };

async function openStatic(files: ReadonlyMap<string, Uint8Array>): Promise<ReadableStore> {
  return staticStore(await readManifest(readFrom(files)), readFrom(files));
}

const PAGES = [
  sketchPage({
    path: '/a',
    passages: [
      { heading: 'Top', text: 'one two' },
      { heading: 'End', text: 'two three' },
    ],
  }),
  sketchPage({ path: '/empty', passages: [] }),
];

test('any search by words gives what the SQLite store gives, to the bit and in its order', async () => {
  const pages = uniqueArray(arbitraryPage, { selector: ({ path }) => path, maxLength: 5 });
  const queries = array(arbitraryQuery(SPACE), { minLength: 1, maxLength: 8 });
  await assert(
    asyncProperty(pages, queries, async (sketches, asked) => {
      await show(sqlite, sketches.map(sketchPage));
      const store = await openStatic(await filesOf(sqlite));
      for (const query of asked) {
        const expected = await sqlite.search({ ...query, vector: undefined });
        const found = await store.search(query);
        const chunks = await store.getChunks(found.candidates.map(({ id }) => id));
        const candidates = found.candidates.map((candidate, i) => ({ ...candidate, id: chunks[i]?.id }));
        expect({ ...found, candidates }).toEqual(expected);
        expect(chunks).toEqual(await sqlite.getChunks(expected.candidates.map(({ id }) => id)));
      }
    }),
    { numRuns: 40 },
  );
});

test('pages, words and what they are called are those of the index', async () => {
  await show(sqlite, PAGES);
  const store = await openStatic(await filesOf(sqlite));
  const { generation } = (await sqlite.info())!;
  expect(await store.getPage('/a')).toEqual(await sqlite.getPage('/a'));
  expect(await store.getPage('/nowhere')).toBeUndefined();
  const listed = await collect(store.listPages());
  expect(listed).toHaveLength(2);
  expect(await collect(sqlite.listPages())).toMatchObject(listed);
  expect(await store.terms?.(undefined)).toEqual(await sqlite.terms?.(undefined));
  expect(await store.terms?.(generation)).toBeUndefined();
  expect(await store.info()).toMatchObject({ generation, pages: 2, chunks: 2 });
});

test('an id is known once its passage was handed out', async () => {
  await show(sqlite, PAGES);
  const store = await openStatic(await filesOf(sqlite));
  const ids = PAGES[0]!.chunks.map(({ chunk }) => chunk.id);
  expect(await store.getChunks(ids)).toEqual([undefined, undefined]);
  await store.getPage('/a');
  expect(await store.getChunks(ids)).toEqual(PAGES[0]!.chunks.map(({ chunk }) => chunk));
});

test('equal indexes give equal files, whose names follow from their bytes', async () => {
  await show(sqlite, PAGES);
  const files = await filesOf(sqlite);
  const again = await filesOf(sqlite);
  expect([...again]).toEqual([...files]);
  await show(sqlite, [...PAGES, sketchPage({ path: '/b', passages: [{ heading: 'New', text: 'four' }] })]);
  const more = await filesOf(sqlite);
  const both = [...more.keys()].filter((name) => name !== MANIFEST && files.has(name));
  expect(both.map((name) => more.get(name))).toEqual(both.map((name) => files.get(name)));
});

test('what a host unpacked on the way is read as well', async () => {
  await show(sqlite, PAGES);
  const files = await filesOf(sqlite);
  const { gunzipSync } = await import('node:zlib');
  const unpacked = new Map([...files].map(([name, bytes]) => [name, name === MANIFEST ? bytes : gunzipSync(bytes)]));
  const store = await openStatic(unpacked);
  expect((await store.getPage('/a'))?.url).toBe(urlOf('/a'));
});

test('a file that could not be had is asked for again, a damaged one is told of', async () => {
  await show(sqlite, PAGES);
  const files = await filesOf(sqlite);
  let isDown = true;
  const read: ReadFile = async (name) => {
    if (isDown && name !== MANIFEST) throw new TypeError('offline');
    return readFrom(files)(name);
  };
  const store = staticStore(await readManifest(read), read);
  await expect(store.getPage('/a')).rejects.toThrow('offline');
  isDown = false;
  expect((await store.getPage('/a'))?.url).toBe(urlOf('/a'));
  const { head } = await readManifest(read);
  const damaged = await openStatic(new Map([...files, [head, Buffer.from('<!doctype html>')]]));
  await expect(damaged.getPage('/a')).rejects.toMatchObject({ code: 'INDEX_DAMAGED' });
});

test('a manifest that is missing or of another layout is told of', async () => {
  await expect(readManifest(readFrom(new Map()))).rejects.toMatchObject({ code: 'NOT_INDEXED' });
  const other = new Map([[MANIFEST, Buffer.from('{"format":99}')]]);
  await expect(readManifest(readFrom(other))).rejects.toMatchObject({ code: 'INDEX_MISMATCH' });
});
