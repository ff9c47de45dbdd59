import { expect } from 'vitest';
import type { ChunkStore, EmbeddingSpace, IndexedPage } from '@ibid/core/types';
import {
  collect,
  PUBLISHED_AT,
  putPages,
  SCHEMA,
  show,
  sketchPage,
  sketchVectors,
  SPACE,
  START,
  unitVector,
  urlOf,
} from './store-fixture.ts';
import { rejection, type StoreRule } from './store-rule.ts';

const OTHER_SPACE: EmbeddingSpace = { id: 'test/other@3', dimensions: 3, data: new Uint8Array([9]) };
const PUBLISH = { space: SPACE, publishedAt: PUBLISHED_AT };

function page(path: string, text: string, revision = '1'): IndexedPage {
  return sketchPage({
    path,
    revision,
    passages: [
      { heading: 'Top', text },
      { heading: 'End', text: `${text} end` },
    ],
  });
}

async function found(store: ChunkStore, term: string): Promise<string[]> {
  const { candidates } = await store.search({ terms: [{ term, count: 1 }], vector: undefined, limit: 100 });
  return [...new Set(candidates.map(({ url }) => url))].sort();
}

async function shownRevisions(store: ChunkStore): Promise<string[]> {
  return (await collect(store.listPages())).map(({ url, revision }) => `${url} ${revision}`);
}

export const buildRules: readonly StoreRule[] = [
  {
    title: 'shows the generation as published',
    async run(store) {
      const info = await show(store, [
        page('/b', 'beta'),
        page('/a', 'alpha'),
        sketchPage({ path: '/c', passages: [] }),
      ]);
      expect(info).toEqual({
        generation: info.generation,
        schema: SCHEMA,
        sourceId: START.sourceId,
        pages: 3,
        chunks: 4,
        space: SPACE,
        publishedAt: PUBLISHED_AT,
      });
      expect(await store.info()).toEqual(info);
      expect(await shownRevisions(store)).toEqual([`${urlOf('/a')} 1`, `${urlOf('/b')} 1`, `${urlOf('/c')} 1`]);
    },
  },
  {
    title: 'gives pages and chunks back as they were put',
    async run(store) {
      const odd = 'tab\tline\nnul\u0000 quote" 💡 lone \ud800 surrogate';
      const put = sketchPage({
        path: '/odd path/ünï',
        locale: 'zh-CN',
        version: '1.0',
        module: 'api',
        passages: [
          { heading: odd, text: odd, anchor: 'a"b' },
          { heading: 'H', text: 'more' },
        ],
      });
      await show(store, [put, page('/other', 'other')]);
      const chunks = put.chunks.map(({ chunk }) => chunk);
      const { url, title, revision, sourceFile, text } = put;
      for (const path of [
        put.url,
        '/odd path/ünï',
        '/odd%20path/%C3%BCn%C3%AF/',
        'http://localhost:3000/odd path/ünï#top',
      ]) {
        expect(await store.getPage(path)).toEqual({
          url,
          title,
          revision,
          sourceFile,
          text,
          locale: 'zh-CN',
          version: '1.0',
          module: 'api',
          chunks: 2,
          content: chunks,
        });
      }
      expect(await store.getPage('/no/such/page')).toBeUndefined();
      const ids = [chunks[1]!.id, 'f'.repeat(64), 'no such id', chunks[0]!.id, chunks[1]!.id];
      expect(await store.getChunks(ids)).toEqual([chunks[1], undefined, undefined, chunks[0], chunks[1]]);
      expect(await store.getChunks([])).toEqual([]);
    },
  },
  {
    title: 'hands out copies',
    async run(store) {
      const put = page('/a', 'alpha');
      await show(store, [put]);
      const id = put.chunks[0]!.chunk.id;
      const [first] = await store.getChunks([id]);
      (first!.headings as string[]).push('changed');
      expect(await store.getChunks([id])).toEqual([put.chunks[0]!.chunk]);
    },
  },
  {
    title: 'shows the old generation, whole, until publish',
    async run(store) {
      const before = await show(store, [page('/a', 'alpha'), page('/b', 'beta')]);
      const old = page('/a', 'alpha').chunks[0]!.chunk;
      await store.beginBuild(START);
      await putPages(store, [page('/a', 'gamma', '2'), page('/c', 'delta')]);
      await store.deletePages([urlOf('/b')]);
      expect(await store.info()).toEqual(before);
      expect(await found(store, 'alpha')).toEqual([urlOf('/a')]);
      expect(await found(store, 'gamma')).toEqual([]);
      expect(await found(store, 'beta')).toEqual([urlOf('/b')]);
      expect(await store.getChunks([old.id])).toEqual([old]);
      expect(await shownRevisions(store)).toEqual([`${urlOf('/a')} 1`, `${urlOf('/b')} 1`]);
      const after = await store.publish(PUBLISH);
      expect(after.generation).toBeGreaterThan(before.generation);
      expect(await shownRevisions(store)).toEqual([`${urlOf('/a')} 2`, `${urlOf('/c')} 1`]);
      expect(await found(store, 'alpha')).toEqual([]);
      expect(await found(store, 'beta')).toEqual([]);
      expect(await found(store, 'gamma')).toEqual([urlOf('/a')]);
    },
  },
  {
    title: 'lists the build page by page while vectors are put',
    async run(store) {
      await store.beginBuild(START);
      const pages = Array.from({ length: 40 }, (_, i) => page(`/p${String(i).padStart(2, '0')}`, `word${i}`));
      for (const one of pages) await store.putPage(one);
      const listed: string[] = [];
      for await (const { url, chunks } of store.listBuild({ withoutVectorsIn: SPACE.id })) {
        const put = pages.find((one) => one.url === url)!;
        expect(chunks).toEqual(put.chunks.map(({ chunk }) => chunk));
        await store.putVectors(sketchVectors(put));
        listed.push(url);
      }
      expect(listed).toEqual(pages.map(({ url }) => url));
      expect(await store.publish(PUBLISH)).toMatchObject({ pages: 40, chunks: 80 });
    },
  },
  {
    title: 'changes the space of a generation as a whole (R6)',
    async run(store) {
      const pages = [page('/a', 'alpha'), page('/b', 'beta')];
      await show(store, pages);
      await store.beginBuild(START);
      await store.putVectors(sketchVectors(pages[0]!, OTHER_SPACE));
      expect(await rejection(store.publish({ ...PUBLISH, space: OTHER_SPACE }))).toBe('BUILD_INCOMPLETE');
      await store.putVectors(sketchVectors(pages[1]!, OTHER_SPACE));
      expect(await store.publish({ ...PUBLISH, space: OTHER_SPACE })).toMatchObject({ space: OTHER_SPACE });
      expect((await store.info())?.space).toEqual(OTHER_SPACE);
      const terms = [{ term: 'alpha', count: 1 }];
      expect(await rejection(store.search({ terms, vector: unitVector('q', SPACE.dimensions), limit: 1 }))).toBe(
        'INVALID_REQUEST',
      );
      const { candidates } = await store.search({ terms, vector: unitVector('q', OTHER_SPACE.dimensions), limit: 100 });
      expect(candidates).toHaveLength(4);
    },
  },
  {
    title: 'keeps the bytes of a space as the last publish gave them, and vectors without them',
    async run(store) {
      await show(store, [page('/a', 'alpha')]);
      const grown = { ...SPACE, data: new Uint8Array([1, 0, 255, 7]) };
      await store.beginBuild(START);
      expect(await collect(store.listBuild({ withoutVectorsIn: SPACE.id }))).toEqual([]);
      expect((await store.info())?.space).toEqual(SPACE);
      expect((await store.publish({ ...PUBLISH, space: grown })).space).toEqual(grown);
      expect((await store.info())?.space).toEqual(grown);
      expect(await collect(store.check())).toEqual([]);
    },
  },
  {
    title: 'keeps the live vectors when a build puts others for the same page and space',
    async run(store) {
      const put = page('/a', 'alpha');
      await show(store, [put]);
      const query = { terms: [], vector: unitVector('q', SPACE.dimensions), limit: 10 };
      const before = await store.search(query);
      await store.beginBuild(START);
      await store.putVectors({ ...sketchVectors(page('/a', 'something else')), url: put.url });
      expect(await store.search(query)).toEqual(before);
      await store.abandonBuild();
      expect(await store.search(query)).toEqual(before);
      await store.beginBuild(START);
      const again = await store.publish(PUBLISH);
      expect(await store.search(query)).toEqual({ ...before, generation: again.generation });
    },
  },
  {
    title: 'refuses vectors and pages that do not fit',
    async run(store) {
      const put = page('/a', 'alpha');
      await store.beginBuild(START);
      expect(await rejection(store.putVectors(sketchVectors(put)))).toBe('INVALID_REQUEST');
      await store.putPage(put);
      const vectors = sketchVectors(put);
      const [first] = vectors.passages;
      const wrong = [
        { ...vectors, passages: [first!], headings: [first!] },
        { ...vectors, passages: [first!] },
        { ...vectors, passages: vectors.passages.map((vector) => vector.subarray(1)) },
        { ...vectors, headings: vectors.headings.map((vector) => vector.map(() => Number.POSITIVE_INFINITY)) },
      ];
      for (const bad of wrong) expect(await rejection(store.putVectors(bad))).toBe('INVALID_REQUEST');
      const chunk = put.chunks[0]!;
      const badChunks = [
        { id: 'short' },
        { text: 'not the text' },
        { url: urlOf('/b') },
        { locale: 'fr' },
        { start: 1 },
      ];
      for (const bad of badChunks) {
        const chunks = [put.chunks[1]!, { ...chunk, chunk: { ...chunk.chunk, ...bad } }];
        expect(await rejection(store.putPage({ ...put, chunks }))).toBe('INVALID_REQUEST');
      }
      expect(await rejection(store.putPage({ ...put, chunks: [chunk, chunk] }))).toBe('INVALID_REQUEST');
      await store.putVectors(vectors);
      const longer = { ...SPACE, dimensions: SPACE.dimensions + 1 };
      expect(await rejection(store.publish({ ...PUBLISH, space: longer }))).toBe('INVALID_REQUEST');
      expect((await store.publish(PUBLISH)).chunks).toBe(2);
    },
  },
  {
    title: 'leaves one of two concurrent writes of a page whole',
    async run(store) {
      await store.beginBuild(START);
      const versions = Array.from({ length: 8 }, (_, i) => page('/a', `word${i}`, String(i)));
      await Promise.all(versions.map((version) => store.putPage(version)));
      const [built] = await collect(store.listBuild());
      const winner = versions.find((version) => version.chunks[0]!.chunk.text === built!.chunks[0]!.text)!;
      expect(built!.chunks).toEqual(winner.chunks.map(({ chunk }) => chunk));
      await store.putVectors(sketchVectors(winner));
      await store.publish(PUBLISH);
      expect(await shownRevisions(store)).toEqual([`${urlOf('/a')} ${winner.revision}`]);
      for (const version of versions) {
        expect(await found(store, version.text.split(/\s/)[0]!)).toEqual(version === winner ? [urlOf('/a')] : []);
      }
    },
  },
];
