import { expect, test } from 'vitest';
import type { PageInfo } from '../types/store.ts';
import { frontPages } from './front-pages.ts';

function page(path: string, facets: Partial<PageInfo> = {}): PageInfo {
  const nowhere = { locale: 'en', version: '', module: 'root', chunks: 1 };
  return {
    url: `https://docs.example.org${path}`,
    title: path,
    revision: '1',
    sourceFile: path,
    ...nowhere,
    ...facets,
  };
}

const PAGES = [
  page('/guide/deep/page', { version: '2.0' }),
  page('/1.0/guide', { version: '1.0' }),
  page('/guide', { version: '2.0' }),
  page('/ur/guide', { locale: 'ur', version: '2.0' }),
  page('/blog'),
  page('/code-of-conduct'),
  page('/empty', { chunks: 0 }),
];

async function titles(facet: { locale?: string; version?: string }): Promise<string[]> {
  const front = frontPages(
    {
      async *listPages() {
        yield* PAGES;
      },
    },
    3,
  );
  const links = await front(1, facet, {});
  expect(await front(1, facet, {})).toEqual(links);
  return links.map(({ title }) => title);
}

test('the pages nearest to the top are offered', async () => {
  expect(await titles({})).toEqual(['/blog', '/guide', '/1.0/guide']);
});

test('only those of the language and version asked for, and those that do not say theirs', async () => {
  expect(await titles({ locale: 'en', version: '2.0' })).toEqual(['/blog', '/guide', '/guide/deep/page']);
  expect(await titles({ locale: 'ur' })).toEqual(['/ur/guide']);
});
