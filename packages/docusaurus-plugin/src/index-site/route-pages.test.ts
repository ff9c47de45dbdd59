import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtSite, type SiteRecipe } from '../testing/built-site.ts';
import { routePages, type BuiltSite } from './route-pages.ts';

let siteDir = '';
beforeEach(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'ibid-routes-'));
});
afterEach(() => rm(siteDir, { recursive: true, force: true }));

const SITE = 'https://docs.example.org';
const PATHS = ['', 'blog/first', 'docs/1.0/intro', 'docs/guide/install', 'docs/intro'];

describe('the addresses of pages are those that the site serves, in the one spelling of the index', () => {
  test.each<readonly [string, SiteRecipe, string]>([
    ['trailingSlash not set', {}, `${SITE}/`],
    ['trailingSlash: true', { trailingSlash: true }, `${SITE}/`],
    ['trailingSlash: false', { trailingSlash: false }, `${SITE}/`],
    ['a base path', { baseUrl: '/project/' }, `${SITE}/project/`],
    ['a base path with trailingSlash: true', { baseUrl: '/project/', trailingSlash: true }, `${SITE}/project/`],
    ['another locale', { locale: 'ur' }, `${SITE}/ur/`],
    ['another locale below a base path', { locale: 'ur', baseUrl: '/p/', trailingSlash: false }, `${SITE}/p/ur/`],
    ['a locale that is built alone', { locale: 'ur', isAlone: true }, `${SITE}/ur/`],
    ['the default locale built alone', { locale: 'en', isAlone: true }, `${SITE}/`],
    [
      'a locale on a host of its own',
      { locale: 'ur', isAlone: true, localeConfig: { url: 'https://ur.example.org' } },
      'https://ur.example.org/',
    ],
    ['a locale with a base path of its own', { locale: 'ur', localeConfig: { baseUrl: '/urdu/' } }, `${SITE}/urdu/`],
  ])('%s', async (_, recipe, root) => {
    const { pages, problems } = await routePages(await builtSite(siteDir, recipe));
    const expected = PATHS.map((path) =>
      path === '' && root !== `${new URL(root).origin}/` ? root.slice(0, -1) : root + path,
    );
    expect(pages.map(({ url }) => url).sort()).toEqual(expected.sort());
    expect(problems).toEqual([]);
  });
});

test('pages carry their source, locale and module; lists, the error page and what must not be indexed are none', async () => {
  const { pages } = await routePages(await builtSite(siteDir, { locale: 'ur' }));
  expect(pages.map(({ sourceFile, locale, module }) => [sourceFile, locale, module]).sort()).toEqual([
    ['blog/first.md', 'ur', 'blog'],
    ['docs/guide/install.md', 'ur', 'docs'],
    ['docs/intro.md', 'ur', 'docs'],
    ['src/pages/index.mdx', 'ur', 'root'],
    ['versioned_docs/version-1.0/intro.md', 'ur', 'docs'],
  ]);
  for (const { file } of pages) expect(await readFile(join(siteDir, file), 'utf8')).toContain('theme-doc-markdown');
});

test('a page counts as changed when its words do, and not when the names of bundles do', async () => {
  const site = await builtSite(siteDir);
  const revisions = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await routePages(site)).pages.map(({ url, revision }) => [url, revision]));
  const before = await revisions();
  const file = join(siteDir, 'build/docs/intro/index.html');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('main.0123abcd.js', 'main.ffff9999.js'));
  expect(await revisions()).toEqual(before);
  await writeFile(file, text.replace('says', 'said'));
  const after = await revisions();
  expect(Object.keys(after).filter((url) => after[url] !== before[url])).toEqual([`${SITE}/docs/intro`]);
});

test('a route without a file is told and left out', async () => {
  const site = await builtSite(siteDir);
  await rm(join(siteDir, 'build/docs/intro'), { recursive: true });
  const { pages, problems } = await routePages(site);
  expect(pages.map(({ url }) => url)).not.toContain(`${SITE}/docs/intro`);
  expect(problems).toEqual([expect.stringContaining('`/docs/intro`')]);
});

test('versions mean nothing where there is one alone', async () => {
  const site = await builtSite(siteDir);
  expect((await routePages(site)).pages.some(({ unversioned }) => unversioned)).toBe(false);
  const plugins = site.plugins.map((plugin) => ({
    ...plugin,
    content: { loadedVersions: [{ versionName: 'current' }] },
  }));
  const single = { ...site, plugins } as BuiltSite;
  const docs = (await routePages(single)).pages.filter(({ sourceFile }) => sourceFile.startsWith('docs/'));
  expect(docs.map(({ unversioned }) => unversioned)).toEqual([true, true]);
});
