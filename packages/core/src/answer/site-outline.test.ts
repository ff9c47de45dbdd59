import { expect, test } from 'vitest';
import type { PageInfo } from '../types/store.ts';
import { siteOutlines } from './site-outline.ts';

function page(url: string, chunks = 1): PageInfo {
  return { url, title: url, revision: '1', sourceFile: url, locale: '', version: '', module: 'root', chunks };
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

test('the pages of the index are known, whatever the anchor and host of a link', async () => {
  const store = storeOf([page('https://docs.example.org/guide/a'), page('https://docs.example.org/empty', 0)]);
  const { isIndexed } = await siteOutlines(store).of(1, {});
  const links = ['/guide/a#b', '/guide/a.html', '/guide/b', '/empty'].map((path) => `http://localhost:3000${path}`);
  expect(links.filter(isIndexed)).toEqual(links.slice(0, 2));
});

test('pages are listed once for each generation', async () => {
  const store = storeOf([page('https://docs.example.org/a')], [page('https://docs.example.org/b')]);
  const outlines = siteOutlines(store);
  expect((await outlines.of(1, {})).isIndexed('https://docs.example.org/a')).toBe(true);
  expect((await outlines.of(1, {})).isIndexed('https://docs.example.org/b')).toBe(false);
  expect(store.reads).toBe(1);
  expect(await outlines.latest({})).toBe(await outlines.of(1, {}));
  expect((await outlines.of(2, {})).isIndexed('https://docs.example.org/b')).toBe(true);
});

const EDITIONS = [
  { ...page('https://docs.example.org/guide'), locale: 'en-US', version: 'current' },
  { ...page('https://docs.example.org/guide/a'), locale: 'en-US', version: 'current' },
  { ...page('https://docs.example.org/2025/guide'), locale: 'en-US', version: '2025' },
  { ...page('https://docs.example.org/ur/guide'), locale: 'ur', version: 'current' },
  page('https://docs.example.org/blog'),
];

test('the edition that stands nearest to the top of the site is meant where none is named', async () => {
  expect((await siteOutlines(storeOf(EDITIONS)).of(1, {})).edition).toEqual({ locale: 'en-US', version: 'current' });
  expect((await siteOutlines(storeOf([page('https://x.org/a')])).of(1, {})).edition).toEqual({
    locale: '',
    version: '',
  });
});

test.each([
  ['en-US', 'en-US'],
  ['EN-us', 'en-US'],
  ['en', 'en-US'],
  ['en-GB', 'en-US'],
  ['ur-PK', 'ur'],
  ['fr', 'fr'],
])('a reader of %s is given pages in %s', async (asked, expected) => {
  expect((await siteOutlines(storeOf(EDITIONS)).of(1, {})).localeOf(asked)).toBe(expected);
});

test.each([
  [['/docs/a', '/', '/b'], ['/']],
  [
    ['/b', '/a', '/a/c'],
    ['/a', '/b'],
  ],
  [['/docs/a', '/docs/intro', '/docs/b'], ['/docs/intro']],
  [['/b', '/a', '/c'], []],
  [['/a/intro', '/b/intro', '/c/d'], []],
])('of the pages %j, the home page is %j', async (paths, expected) => {
  const pages = paths.map((path) => page(`https://docs.example.org${path}`));
  expect((await siteOutlines(storeOf(pages)).of(1, {})).top).toEqual(expected);
});

const ofFacets = (path: string, facets: Partial<PageInfo>): PageInfo => ({
  ...page(`https://docs.example.org${path}`),
  title: path,
  locale: 'en',
  ...facets,
});

const FIRST = [
  ofFacets('/guide/deep/page', { version: '2.0' }),
  ofFacets('/1.0/guide', { version: '1.0' }),
  ofFacets('/guide', { version: '2.0' }),
  ofFacets('/ur/guide', { locale: 'ur', version: '2.0' }),
  ofFacets('/blog', {}),
  ofFacets('/code-of-conduct', {}),
  ofFacets('/empty', { chunks: 0 }),
];

test.each([
  ['of all pages', {}, ['/blog', '/guide', '/1.0/guide', '/ur/guide', '/guide/deep/page']],
  [
    'of a language and version, and without one',
    { locale: 'en', version: '2.0' },
    ['/blog', '/guide', '/guide/deep/page', '/code-of-conduct'],
  ],
  ['of another language', { locale: 'ur' }, ['/ur/guide']],
])('the first pages %s are those nearest to the top, then those about the project', async (_, facet, expected) => {
  const { firstPages } = await siteOutlines(storeOf(FIRST)).of(1, {});
  expect(firstPages(facet).map(({ title }) => title)).toEqual(expected);
});
