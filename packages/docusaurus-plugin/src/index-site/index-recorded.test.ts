import { openStore } from '@ibid/core';
import { workerParser } from '@ibid/drivers/parsers/worker';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtSite, type SiteRecipe } from '../testing/built-site.ts';
import { checkOptions } from '../options/check-options.ts';
import type { PluginOptions } from '../options/plugin-options.ts';
import { indexRecorded } from './index-recorded.ts';
import { readRecord, withBuilt, writeRecord } from './page-record.ts';
import { routePages } from './route-pages.ts';

let siteDir = '';
let index = '';
beforeEach(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'ibid-recorded-'));
  index = join(siteDir, '.ibid', 'index.db');
});
afterEach(() => rm(siteDir, { recursive: true, force: true }));

const parser = workerParser();
afterAll(() => parser.close());

const said: string[] = [];
const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
  said.push(String(text).replace(/^\[ibid\] |\n$/gu, ''));
  return true;
});
afterAll(() => write.mockRestore());

async function build(recipe: SiteRecipe): Promise<void> {
  const site = await builtSite(siteDir, recipe);
  const { pages } = await routePages(site);
  const record = await readRecord(index);
  await writeRecord(index, withBuilt(record, site.i18n.currentLocale, { site: 'build', pages }));
}

async function run(...locales: readonly string[]): Promise<readonly string[]> {
  return runWith({ builtNow: new Set(locales) });
}

async function runWith({
  options,
  ...how
}: {
  readonly builtNow?: ReadonlySet<string>;
  readonly fresh?: boolean;
  readonly options?: PluginOptions;
}): Promise<readonly string[]> {
  said.length = 0;
  await indexRecorded({ siteDir, index, options: checkOptions(options), builtNow: new Set(), parser, ...how });
  return indexedUrls();
}

async function indexedUrls(): Promise<readonly string[]> {
  await using store = await openStore(sqliteStore({ file: index, readOnly: true }));
  const urls: string[] = [];
  for await (const { url } of store.listPages()) urls.push(url.replace('https://docs.example.org', ''));
  return urls.sort();
}

const EN = ['/', '/blog/first', '/docs/1.0/intro', '/docs/guide/install', '/docs/intro'];
const UR = ['/ur', '/ur/blog/first', '/ur/docs/1.0/intro', '/ur/docs/guide/install', '/ur/docs/intro'];

test('the locales of one build are in one index; one that is built alone later leaves the others in it', async () => {
  await build({ locale: 'en' });
  await build({ locale: 'ur' });
  expect(await run('en', 'ur')).toEqual([...EN, ...UR]);
  expect(said.at(-1)).toMatch(/^Indexed 10 pages, \d+ passages into /u);
  await run('en', 'ur');
  expect(said).toEqual([expect.stringMatching(/^Nothing has changed: 10 pages/u)]);
  // Docusaurus empties its folder first, so the files of the other locale are gone.
  await rm(join(siteDir, 'build'), { recursive: true });
  await build({ locale: 'ur', isAlone: true });
  expect(await run('ur')).toEqual([...EN, ...UR]);
  expect(said.filter((line) => line.startsWith('warning'))).toEqual([]);
});

test('excluded pages are left out, and those of an earlier run are removed', async () => {
  await build({ locale: 'en' });
  await run('en');
  expect(await runWith({ options: { exclude: ['/docs/**', '/blogg/'] } })).toEqual(
    EN.filter((url) => !url.startsWith('/docs')),
  );
  expect(said.join('\n')).toContain('`/blogg/` of `exclude`');
});

test('without the index, pages of a locale whose files are gone are left out, and the owner is told', async () => {
  await build({ locale: 'en' });
  await rm(join(siteDir, 'build'), { recursive: true });
  await build({ locale: 'ur', isAlone: true });
  expect(await run('ur')).toEqual(UR);
  expect(said).toEqual([
    expect.stringMatching(/^Indexed 5 pages, \d+ passages into \S+ in [\d.]+ s \(added 5\)$/u),
    'warning: 5 pages of `en` are left out of the index, because their HTML is not there any more; run `docusaurus build` for all languages.',
  ]);
});

test('where every page is read again, pages whose files are gone stay as they were, and the owner is told', async () => {
  await build({ locale: 'en' });
  await build({ locale: 'ur' });
  await run('en', 'ur');
  await rm(join(siteDir, 'build'), { recursive: true });
  await build({ locale: 'ur', isAlone: true });
  expect(await runWith({ fresh: true })).toEqual([...EN, ...UR]);
  expect(said).toEqual([
    expect.stringMatching(/^Indexed 10 pages/u),
    'warning: 5 pages of `en` stay in the index as they were, because their HTML is not there any more; run `docusaurus build` for all languages.',
  ]);
  // No page is read from the file that has replaced it.
  await using store = await openStore(sqliteStore({ file: index, readOnly: true }));
  expect((await store.getPage('/docs/intro'))!.content.map(({ locale }) => locale)).toEqual(['en']);
});

test('what was changed in the built site after the build is read, and is no other page', async () => {
  await build({ locale: 'en' });
  await run('en');
  const file = join(siteDir, 'build/docs/intro/index.html');
  await writeFile(file, (await readFile(file, 'utf8')).replace('What docs/intro says.', 'What is new.'));
  expect(await run()).toEqual(EN);
  expect(said).toEqual([expect.stringMatching(/^Indexed 5 pages.*\(changed 1\)$/u)]);
  await using store = await openStore(sqliteStore({ file: index, readOnly: true }));
  expect((await store.getPage('/docs/intro'))!.text).toContain('What is new.');
});

test('without the built site the run is refused and the index stays', async () => {
  await expect(run()).rejects.toThrow('No pages of a built site are known. Run `docusaurus build` first.');
  await build({ locale: 'en' });
  await build({ locale: 'ur' });
  await run('en', 'ur');
  await rm(join(siteDir, 'build'), { recursive: true });
  for (const fresh of [false, true]) {
    await expect(runWith({ fresh })).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      message:
        'The built site is gone: none of the 10 pages that the last build wrote into `build` is there. Run `docusaurus build` first.',
    });
  }
  expect(await indexedUrls()).toEqual([...EN, ...UR]);
});

test('where two locales have the same addresses, the one that was built now stands, and the owner is told', async () => {
  await build({ locale: 'en' });
  await build({ locale: 'ur', localeConfig: { baseUrl: '/' } });
  expect(await run('ur')).toEqual(EN);
  expect(said[0]).toContain('5 pages of `en`');
  expect(said[0]).toContain('i18n.localeConfigs');
});
