/** What the index holds of a site in two languages, and what is left of it when one of them is built alone. */
import { openStore } from '@ibid/core';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtSite, docusaurus, type BuiltSite } from './testing/built-site.ts';
import type { SiteShape } from './testing/site-pages.ts';
import { SITE_URL } from './testing/write-site.ts';

const SHAPE: SiteShape = {
  name: 'based',
  baseUrl: '/base/',
  trailingSlash: true,
  locales: ['en', 'fr'],
  versions: true,
  root: 'plain',
};
const ROUTES = [
  '',
  '/docs/1.0/intro',
  '/docs/1.0/motors',
  '/docs/1.0/parts',
  '/docs/camera',
  `/docs/${encodeURI('größen/überblick')}`,
  '/docs/intro',
  '/docs/motors',
  '/docs/parts',
];

let built: BuiltSite;
let copy = '';
beforeAll(async () => {
  built = await builtSite(SHAPE);
  copy = `${built.folder}-again`;
  await rm(copy, { recursive: true, force: true });
  await cp(built.folder, copy, { recursive: true });
}, 300_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

interface Held {
  readonly url: string;
  readonly locale: string;
  readonly version: string;
  readonly text: string;
}

async function pagesOf(index: string): Promise<readonly Held[]> {
  await using store = await openStore(sqliteStore({ file: index }));
  const pages: Held[] = [];
  for await (const { url, locale, version } of store.listPages()) {
    const page = await store.getPage(url);
    pages.push({ url, locale, version, text: page!.text });
  }
  return pages.toSorted((a, b) => (a.url < b.url ? -1 : 1));
}

test('the index holds every page once in each language, by its canonical address', async () => {
  const pages = await pagesOf(built.index);
  const expected = ['', '/fr'].flatMap((folder) => ROUTES.map((route) => `${SITE_URL}/base${folder}${route}`));
  expect(pages.map(({ url }) => url)).toEqual(expected.toSorted());
  for (const { url, locale, version } of pages) {
    expect([url, locale]).toEqual([url, url.startsWith(`${SITE_URL}/base/fr`) ? 'fr' : 'en']);
    expect([url, version]).toEqual([url, url.includes('/1.0/') ? '1.0' : url.includes('/docs/') ? 'current' : '']);
  }
});

test('a language that is built alone brings its own pages up to date and leaves the others in the index', async () => {
  const french = join(copy, 'i18n/fr/docusaurus-plugin-content-docs/current/intro.md');
  await writeFile(french, '# Manuel du rover\n\nLa lampe du tilleul éclaire maintenant jusqu’à 90 mètres.\n');
  await docusaurus(copy, ['build', '--locale', 'fr']);
  const before = await pagesOf(built.index);
  const after = await pagesOf(join(copy, '.ibid', 'index.db'));
  const changed = `${SITE_URL}/base/fr/docs/intro`;
  const others = (pages: readonly Held[]): readonly Held[] => pages.filter(({ url }) => url !== changed);
  expect(others(after)).toEqual(others(before));
  expect(after.find(({ url }) => url === changed)?.text).toContain('90 mètres');
}, 120_000);
