import { expect, test } from 'vitest';
import type { Mark } from '../spec/mark.ts';
import type { PageInfo } from '../spec/store.ts';
import { indexedLinks, withoutLostLinks } from './indexed-links.ts';

function page(url: string, chunks = 1): PageInfo {
  return { url, title: url, revision: '1', sourceFile: url, locale: '', version: '', module: 'root', chunks };
}

function link(href: string): Mark {
  return { kind: 'link', start: 0, end: 1, href };
}

function storeOf(...generations: readonly (readonly PageInfo[])[]): {
  reads: number;
  listPages: () => AsyncGenerator<PageInfo>;
} {
  return {
    reads: 0,
    async *listPages() {
      yield* generations[this.reads++] ?? [];
    },
  };
}

test('links to pages of the index stay, whatever their anchor and host; others lose their mark', async () => {
  const store = storeOf([page('https://docs.example.org/guide/a'), page('https://docs.example.org/empty', 0)]);
  const isIndexed = await indexedLinks(store)(1, {});
  const code: Mark = { kind: 'code', start: 0, end: 1, href: '' };
  const kept = [link('https://docs.example.org/guide/a#b'), code, link('http://localhost:3000/guide/a.html')];
  const lost = [link('https://docs.example.org/guide/b'), link('https://docs.example.org/empty')];
  expect(withoutLostLinks([...kept, ...lost], isIndexed)).toEqual(kept);
});

test('pages are listed once for each generation', async () => {
  const store = storeOf([page('https://docs.example.org/a')], [page('https://docs.example.org/b')]);
  const links = indexedLinks(store);
  expect((await links(1, {}))('https://docs.example.org/a')).toBe(true);
  expect((await links(1, {}))('https://docs.example.org/b')).toBe(false);
  expect(store.reads).toBe(1);
  expect((await links(2, {}))('https://docs.example.org/b')).toBe(true);
  expect(store.reads).toBe(2);
});
