import { pathKey, sectionKey } from '@ibid/core';
import type { ChunkStore, LegQuery, LegResult, Where } from '@ibid/core/types';
import { expect } from 'vitest';
import { legDifferences, naiveSearch } from './naive-search.ts';
import { show, sketchPage, sketchVectors, SPACE, unitVector, urlOf, type PageSketch } from './store-fixture.ts';
import { rejection, type StoreRule } from './store-rule.ts';

function textQuery(words: string, limit = 100, where?: Where): LegQuery {
  const terms = words.split(' ').map((term) => ({ term, count: 1 }));
  return { terms, vector: undefined, limit, ...(where === undefined ? {} : { where }) };
}

function vectorQuery(seed: string, limit = 100, where?: Where): LegQuery {
  return { ...textQuery('nothing', limit, where), vector: unitVector(seed, SPACE.dimensions) };
}

function urls(result: LegResult): string[] {
  return result.candidates.map(({ url }) => url).sort();
}

const one = (path: string, text: string, more: Partial<PageSketch> = {}): PageSketch => ({
  path,
  passages: [{ heading: 'Use', text }],
  ...more,
});

async function expectNaive(
  store: ChunkStore,
  sketches: readonly PageSketch[],
  queries: readonly LegQuery[],
): Promise<void> {
  const pages = sketches.map(sketchPage);
  const { generation } = await show(store, pages);
  const naive = { generation, space: SPACE, pages: pages.map((page) => ({ page, vectors: sketchVectors(page) })) };
  for (const query of queries) {
    expect(legDifferences(await store.search(query), naiveSearch(naive, query))).toEqual([]);
  }
}

const LIBRARY: readonly PageSketch[] = [
  {
    path: '/install',
    title: 'Install',
    passages: [
      { heading: 'Install', text: 'install the tool with the package manager' },
      { heading: 'Linux', text: 'use the package of your distribution', anchor: 'on-linux' },
      { heading: 'Install', text: 'install install install' },
    ],
  },
  {
    path: '/use',
    title: 'Use the tool',
    module: 'guide',
    passages: [
      { heading: 'Run', text: 'run the tool' },
      { heading: '-', text: '' },
    ],
  },
  {
    path: '/api/client',
    title: 'Client',
    version: '2.0',
    module: 'api',
    passages: [
      { heading: 'Options', text: 'timeout in seconds retry count', anchor: 'client-options' },
      { heading: 'Errors', text: 'timeout error' },
    ],
  },
  {
    path: '/de/install',
    title: 'Installieren',
    locale: 'de',
    passages: [{ heading: 'Linux', text: 'das package installieren' }],
  },
  { path: '/empty', passages: [] },
];

export const searchRules: readonly StoreRule[] = [
  {
    title: 'gives BM25F as worked out by hand',
    async run(store) {
      await show(store, [
        sketchPage({ path: '/a', title: 'red', passages: [{ heading: 'blue', text: 'red green' }] }),
        sketchPage({ path: '/b', title: 'grey', passages: [{ heading: 'blue', text: 'green green' }] }),
      ]);
      const { candidates, idf } = await store.search(textQuery('red'));
      // All lengths are average, so tf' = 2 + 1; idf = ln(1 + 1.5 / 1.5); score = ln 2 · 3 · 2.2 / 4.2.
      expect(idf[0]).toBeCloseTo(Math.LN2, 6);
      expect(candidates).toHaveLength(1);
      expect(candidates[0]?.text).toBeCloseTo((Math.LN2 * 3 * 2.2) / 4.2, 5);
    },
  },
  {
    title: 'filters before it limits (R8)',
    async run(store) {
      const crowd = Array.from({ length: 30 }, (_, i) => sketchPage(one(`/crowd/${i}`, 'needle needle needle')));
      await show(store, [
        ...crowd,
        sketchPage(one('/alone', 'a needle among many other words of hay', { module: 'barn' })),
      ]);
      for (const query of [textQuery('needle', 1, { module: 'barn' }), vectorQuery('needle', 1, { module: 'barn' })]) {
        const result = await store.search(query);
        expect(urls(result)).toEqual([urlOf('/alone')]);
        expect([result.passages, result.pages]).toEqual([1, 1]);
      }
    },
  },
  {
    title: 'keeps to every condition of a filter, scores as without one (R8)',
    run: (store) =>
      expectNaive(
        store,
        LIBRARY,
        [
          { locale: 'de' },
          { version: '2.0' },
          { version: '' },
          { module: 'guide' },
          { locale: 'de', module: 'guide' },
          { paths: [pathKey(urlOf('/install'))] },
          { paths: [pathKey(urlOf('/install')), pathKey(urlOf('/use'))] },
          { paths: [] },
          { paths: ['/no/such/page'] },
          { sections: [sectionKey('Linux')] },
          { sections: [sectionKey('client-options')] },
          { sections: [sectionKey('Linux')], locale: 'en' },
          { sections: [''] },
          { sections: [] },
          { locale: 'no such locale' },
        ].map((where) => ({
          ...textQuery('package install timeout', 2, where),
          vector: unitVector('q', SPACE.dimensions),
        })),
      ),
  },
  {
    title: 'breaks ties by chunk id',
    async run(store) {
      const pages = Array.from({ length: 9 }, (_, i) => sketchPage(one(`/tie/${i}`, 'same words', { title: 'same' })));
      await show(store, pages);
      const first = pages
        .map((page) => page.chunks[0]!.chunk.id)
        .sort()
        .slice(0, 4);
      const text = await store.search(textQuery('words', 4));
      expect(text.candidates.map(({ id }) => id)).toEqual(first);
      const vector = await store.search(vectorQuery('any', 4));
      expect(vector.candidates.map(({ id }) => id)).toEqual(first);
    },
  },
  {
    title: 'offers passages of the text leg only where a term stands',
    async run(store) {
      await show(store, LIBRARY.map(sketchPage));
      const known = await store.search(textQuery('timeout'));
      expect(urls(known)).toEqual([urlOf('/api/client'), urlOf('/api/client')]);
      expect(known.text.lo).toBe(0);
      expect([known.vector, known.page]).toEqual([
        { hi: 0, lo: 0 },
        { hi: 0, lo: 0 },
      ]);
      expect(
        known.candidates.every(({ vector, page, similarity }) => vector === 0 && page === 0 && similarity === 0),
      ).toBe(true);
      const unknown = await store.search(textQuery('zebra'));
      expect(unknown.candidates).toEqual([]);
      expect(unknown.idf[0]).toBeCloseTo(Math.log(1 + (8 + 0.5) / 0.5), 5);
      const nothing = await store.search({ terms: [], vector: undefined, limit: 10 });
      expect(nothing).toMatchObject({ candidates: [], idf: [], passages: 8, pages: 4 });
    },
  },
  {
    title: 'takes terms as plain text, whatever they hold',
    async run(store) {
      const odd = [
        '"',
        '""',
        '*',
        "don't",
        'C++',
        'foo-bar',
        'node:fs',
        'AND',
        'NEAR(',
        '%',
        '_',
        ';--',
        '(a',
        '\\',
        '💡',
        'ß',
        '日本',
        '{"x":1}',
        '__proto__',
        'constructor',
      ];
      await show(
        store,
        odd.map((word, i) => sketchPage(one(`/odd/${i}`, word))),
      );
      for (const [i, word] of odd.entries()) {
        expect([word, ...urls(await store.search(textQuery(word, 1)))]).toEqual([word, urlOf(`/odd/${i}`)]);
      }
    },
  },
  {
    title: 'refuses queries that would give a wrong score',
    async run(store) {
      await show(store, LIBRARY.map(sketchPage));
      const query = textQuery('timeout');
      const wrong: LegQuery[] = [
        { ...query, limit: 0 },
        { ...query, limit: 1.5 },
        { ...query, vector: unitVector('short', SPACE.dimensions - 1) },
        { ...query, vector: new Float32Array(SPACE.dimensions).fill(Number.NaN) },
        { ...query, terms: [{ term: 'a', count: 0 }] },
        {
          ...query,
          terms: [
            { term: 'a', count: 1 },
            { term: 'a', count: 1 },
          ],
        },
      ];
      for (const bad of wrong) expect(await rejection(store.search(bad))).toBe('INVALID_REQUEST');
    },
  },
  {
    title: 'says NOT_INDEXED before the first publish, never "nothing found"',
    async run(store) {
      expect(await rejection(store.search(textQuery('anything')))).toBe('NOT_INDEXED');
      expect(await store.info()).toBeUndefined();
    },
  },
];
