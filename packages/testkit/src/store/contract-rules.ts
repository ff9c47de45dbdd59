import { expect } from 'vitest';
import type { CallOptions, ChunkStore } from '@ibid/core/types';
import {
  collect,
  openPlace,
  PUBLISHED_AT,
  putPages,
  show,
  sketchPage,
  sketchVectors,
  SPACE,
  START,
  unitVector,
  urlOf,
} from './store-fixture.ts';
import { rejection, type StoreRule } from './store-rule.ts';

const PAGE = sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha' }] });
const PUBLISH = { space: SPACE, publishedAt: PUBLISHED_AT };

/** Every method once, with valid arguments. */
function everyCall(store: ChunkStore, options?: CallOptions): (() => Promise<unknown>)[] {
  return [
    () => store.info(options),
    () => store.search({ terms: [], vector: undefined, limit: 1 }, options),
    () => store.getChunks([PAGE.chunks[0]!.chunk.id], options),
    () => store.getPage('/a', options),
    () => collect(store.listPages(options)),
    () => collect(store.check(options)),
    () => store.beginBuild(START, options),
    () => store.putPage(PAGE, options),
    () => store.deletePages([PAGE.url], options),
    () => collect(store.listBuild({}, options)),
    () => store.putVectors(sketchVectors(PAGE), options),
    () => store.publish(PUBLISH, options),
    () => store.abandonBuild(options),
  ];
}

export const contractRules: readonly StoreRule[] = [
  {
    title: 'rejects with ABORTED when the signal is aborted already',
    async run(store) {
      await store.beginBuild(START);
      await putPages(store, [PAGE]);
      for (const call of everyCall(store, { signal: AbortSignal.abort() }))
        expect(await rejection(call())).toBe('ABORTED');
      expect((await store.publish(PUBLISH)).pages).toBe(1);
    },
  },
  {
    title: 'rejects with CLOSED after close, which may be repeated',
    async run(store) {
      await show(store, [PAGE]);
      await store.beginBuild(START);
      const iterator = store.listPages()[Symbol.asyncIterator]();
      await store.close();
      await store.close();
      for (const call of everyCall(store)) expect(await rejection(call())).toBe('CLOSED');
      expect(await rejection(iterator.next())).toBe('CLOSED');
    },
  },
  {
    title: 'refuses to write outside a build',
    async run(store) {
      await show(store, [PAGE]);
      const writes = [
        () => store.putPage(PAGE),
        () => store.deletePages([PAGE.url]),
        () => store.putVectors(sketchVectors(PAGE)),
        () => store.publish(PUBLISH),
        () => collect(store.listBuild()),
      ];
      for (const write of writes) expect(await rejection(write())).toBe('INVALID_REQUEST');
    },
  },
  {
    title: 'answers from one generation at a time while another is published',
    async run(store) {
      const generations = Array.from({ length: 6 }, (_, i) =>
        ['/a', '/b', '/c'].map((path) =>
          sketchPage({ path, revision: String(i), passages: [{ heading: 'Top', text: `common word${i}` }] }),
        ),
      );
      let { generation } = await show(store, generations[0]!);
      const words = new Map([[generation, 'word0']]);
      const query = { terms: [{ term: 'common', count: 1 }], vector: unitVector('q', SPACE.dimensions), limit: 10 };
      const seen: Promise<string>[] = [];
      const read = async (): Promise<string> => {
        const result = await store.search(query);
        const chunks = await store.getChunks(result.candidates.map(({ id }) => id));
        const texts = new Set(chunks.map((chunk) => chunk?.text));
        return `${result.candidates.length} ${texts.size} ${result.generation}`;
      };
      for (const [i, pages] of generations.entries()) {
        if (i === 0) continue;
        await store.beginBuild(START);
        for (const page of pages) {
          seen.push(read());
          await putPages(store, [page]);
        }
        const publishing = store.publish(PUBLISH);
        seen.push(read(), read());
        ({ generation } = await publishing);
        words.set(generation, `word${i}`);
      }
      for (const line of await Promise.all(seen)) expect(line).toMatch(/^3 1 \d+$/);
    },
  },
  {
    title: 'caches vectors by space and hash, exactly (R25)',
    needs: 'cache',
    async run(store) {
      const cache = store.cache!;
      const vector = unitVector('cached', 5);
      await cache.put('space one', [
        { hash: 'h1', vector },
        { hash: 'h2', vector: unitVector('other', 5) },
      ]);
      await cache.put('space one', [{ hash: 'h1', vector }]);
      await cache.put('space one', []);
      expect(await cache.get('space one', ['h1', 'h3', 'h2', 'h1'])).toEqual([
        vector,
        undefined,
        unitVector('other', 5),
        vector,
      ]);
      expect(await cache.get('space two', ['h1'])).toEqual([undefined]);
      expect(await cache.get('space one', [])).toEqual([]);
    },
  },
  {
    title: 'keeps the generation, the build and the cache across close and open',
    needs: 'durable',
    async run(store, place) {
      const info = await show(store, [PAGE]);
      await store.cache?.put(SPACE.id, [{ hash: 'h', vector: unitVector('v', 4) }]);
      await store.beginBuild(START);
      const other = sketchPage({ path: '/b', passages: [{ heading: 'Top', text: 'beta' }] });
      await putPages(store, [other]);
      const query = { terms: [{ term: 'alpha', count: 1 }], vector: unitVector('q', SPACE.dimensions), limit: 10 };
      const before = await store.search(query);
      await store.close();
      const again = await openPlace(place);
      try {
        expect(await again.info()).toEqual(info);
        expect(await again.search(query)).toEqual(before);
        expect(await again.getPage('/a')).toMatchObject({ text: 'alpha' });
        if (again.cache !== undefined) expect(await again.cache.get(SPACE.id, ['h'])).toEqual([unitVector('v', 4)]);
        const state = await again.beginBuild(START);
        expect(state).toEqual({
          resumed: true,
          pages: [
            { url: urlOf('/a'), revision: '1' },
            { url: urlOf('/b'), revision: '1' },
          ],
        });
        expect(await collect(again.listBuild({ withoutVectorsIn: SPACE.id }))).toEqual([]);
        expect((await again.publish(PUBLISH)).pages).toBe(2);
        expect(await collect(again.check())).toEqual([]);
      } finally {
        await again.close();
      }
    },
  },
  {
    title: 'takes the vectors of a page without passages before all others',
    needs: 'durable',
    async run(store, place) {
      const empty = sketchPage({ path: '/empty', passages: [] });
      await store.beginBuild(START);
      await store.putPage(empty);
      await store.putVectors(sketchVectors(empty));
      await putPages(store, [PAGE]);
      const { space } = await store.publish(PUBLISH);
      await store.close();
      const again = await openPlace(place);
      try {
        expect((await again.info())?.space).toEqual(space);
        expect(await collect(again.check())).toEqual([]);
        const vector = unitVector('q', SPACE.dimensions);
        expect((await again.search({ terms: [], vector, limit: 10 })).candidates).toHaveLength(1);
      } finally {
        await again.close();
      }
    },
  },
  {
    title: 'lets one writer in, and shows others what it published',
    needs: 'durable',
    async run(store, place) {
      await show(store, [PAGE]);
      const other = await openPlace(place);
      try {
        await store.beginBuild(START);
        expect(await rejection(other.beginBuild(START))).toBe('STORE_BUSY');
        await putPages(store, [sketchPage({ path: '/b', passages: [{ heading: 'Top', text: 'beta' }] })]);
        const query = { terms: [{ term: 'beta', count: 1 }], vector: undefined, limit: 10 };
        expect((await other.search(query)).candidates).toEqual([]);
        const { generation } = await store.publish(PUBLISH);
        expect(await other.search(query)).toMatchObject({ generation, candidates: [{ url: urlOf('/b') }] });
        expect((await other.info())?.generation).toBe(generation);
        expect((await other.beginBuild(START)).pages).toHaveLength(2);
        await other.close();
        expect((await store.beginBuild(START)).resumed).toBe(true);
      } finally {
        await other.close();
      }
    },
  },
  {
    title: 'stays sound when two stores of one place take turns',
    needs: 'durable',
    async run(store, place) {
      const other = await openPlace(place);
      const words = ['alpha', 'beta', 'alpha gamma', 'beta alpha', 'gamma', 'alpha'];
      try {
        for (const [i, text] of words.entries()) {
          const page = sketchPage({
            path: '/a',
            title: text,
            revision: String(i),
            passages: [{ heading: text, text }],
          });
          await show(i % 2 === 0 ? store : other, [page]);
          for (const reader of [store, other]) {
            for (const term of ['alpha', 'beta', 'gamma']) {
              const { candidates } = await reader.search({ terms: [{ term, count: 1 }], vector: undefined, limit: 9 });
              expect([text, term, candidates.length]).toEqual([text, term, text.includes(term) ? 1 : 0]);
            }
            expect(await collect(reader.check())).toEqual([]);
          }
        }
      } finally {
        await other.close();
      }
    },
  },
];
