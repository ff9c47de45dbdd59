import { expect } from 'vitest';
import type { ChunkStore, IndexedPage, WholePage } from '@ibid/core/types';
import { expectRead } from './read-back.ts';
import { collect, show, sketchPage, sketchVectors } from './store-fixture.ts';
import { rejection, type StoreRule } from './store-rule.ts';

function page(path: string, text: string, revision = '1'): IndexedPage {
  return sketchPage({
    path,
    revision,
    passages: [
      { heading: 'Top', text },
      { heading: '-', text: `${text} ${text} end` },
    ],
  });
}

function withVectors(pages: readonly IndexedPage[]): WholePage[] {
  return pages.map((one) => ({ page: one, vectors: sketchVectors(one) }));
}

async function urlsAfter(store: ChunkStore, after: string): Promise<string[]> {
  return (await collect(store.readPages({ after }))).map(({ page: { url } }) => url);
}

/** Rules for the list of tokens and for `readPages`: another store can be filled from what they return. */
export const readRules: readonly StoreRule[] = [
  {
    title: 'lists every token of the live generation with its number of passages, and only where that has changed',
    needs: 'terms',
    async run(store) {
      const terms = store.terms!;
      expect(await terms(undefined)).toBeUndefined();
      const first = await show(store, [page('/a', 'alpha gamma'), page('/b', 'beta gamma')]);
      const counts = { Page: 4, '/a': 2, '/b': 2, Top: 2, '-': 2, alpha: 2, beta: 2, gamma: 4, end: 2 };
      expect(await terms(undefined)).toEqual({
        generation: first.generation,
        terms: new Map(Object.entries(counts)),
      });
      expect(await terms(first.generation)).toBeUndefined();
      const second = await show(store, [page('/a', 'alpha delta', '2')]);
      expect(await terms(first.generation)).toEqual({
        generation: second.generation,
        terms: new Map(Object.entries({ Page: 2, '/a': 2, Top: 1, '-': 1, alpha: 2, delta: 2, end: 1 })),
      });
    },
  },
  {
    title: 'reads on after a URL, whether a page has it or not',
    async run(store) {
      const pages = Array.from({ length: 12 }, (_, i) => page(`/p${String(i).padStart(2, '0')}`, `word${i}`));
      await show(store, pages);
      const urls = pages.map(({ url }) => url);
      expect(await urlsAfter(store, urls[4]!)).toEqual(urls.slice(5));
      expect(await urlsAfter(store, `${urls[4]!}x`)).toEqual(urls.slice(5));
      expect(await urlsAfter(store, '')).toEqual(urls);
      expect(await urlsAfter(store, urls[11]!)).toEqual([]);
    },
  },
  {
    title: 'reads one generation, or says that another came',
    async run(store) {
      const before = Array.from({ length: 150 }, (_, i) => page(`/p${String(i).padStart(3, '0')}`, 'old'));
      await show(store, before);
      const reading = store.readPages()[Symbol.asyncIterator]();
      const read: WholePage[] = [];
      const first = await reading.next();
      if (first.done !== true) read.push(first.value);
      await show(store, [page('/p000', 'new', '2'), page('/p149', 'new', '2')]);
      const rest = async (): Promise<void> => {
        for (let step = await reading.next(); step.done !== true; step = await reading.next()) read.push(step.value);
      };
      const outcome = await rejection(rest());
      expect(['none', 'STORE_BUSY']).toContain(outcome);
      expectRead(read, withVectors(before.slice(0, outcome === 'none' ? before.length : read.length)));
    },
  },
];
