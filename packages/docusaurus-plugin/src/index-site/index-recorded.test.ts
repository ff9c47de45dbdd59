import { openStore } from '@ibid/core';
import { workerParser } from '@ibid/drivers/parsers/worker';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { builtSite, type SiteRecipe } from '../testing/built-site.ts';
import type { IndexOutput } from './index-output.ts';
import { indexRecorded } from './index-recorded.ts';
import { readRecord, writeRecord } from './page-record.ts';
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
const output: IndexOutput = { progress: () => undefined, line: (text) => said.push(text) };

async function build(recipe: SiteRecipe): Promise<void> {
  const site = await builtSite(siteDir, recipe);
  const { pages } = await routePages(site);
  const { locales } = await readRecord(index);
  await writeRecord(index, { locales: { ...locales, [site.i18n.currentLocale]: { site: 'build', pages } } });
}

async function run(...locales: readonly string[]): Promise<readonly string[]> {
  said.length = 0;
  await indexRecorded({ siteDir, index, embedder: undefined, builtNow: new Set(locales), output, parser });
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
  // Docusaurus empties its folder first, so that the files of the other locale are gone.
  await rm(join(siteDir, 'build'), { recursive: true });
  await build({ locale: 'ur', isAlone: true });
  expect(await run('ur')).toEqual([...EN, ...UR]);
  expect(said.filter((line) => line.startsWith('warning'))).toEqual([]);
});

test('without the index, pages of a locale whose files are gone are left out in silence', async () => {
  await build({ locale: 'en' });
  await rm(join(siteDir, 'build'), { recursive: true });
  await build({ locale: 'ur', isAlone: true });
  expect(await run('ur')).toEqual(UR);
  expect(said.filter((line) => line.startsWith('warning'))).toEqual([]);
});

test('where two locales have the same addresses, the one that was built now stands, and the owner is told', async () => {
  await build({ locale: 'en' });
  await build({ locale: 'ur', localeConfig: { baseUrl: '/' } });
  expect(await run('ur')).toEqual(EN);
  expect(said[0]).toContain('5 pages of `en`');
  expect(said[0]).toContain('i18n.localeConfigs');
});

test('a second run has nothing to do', async () => {
  await build({ locale: 'en' });
  await run('en');
  await run('en');
  expect(said).toEqual([expect.stringMatching(/^Nothing has changed: 5 pages/u)]);
});

test('without a build there is nothing to index, and the message says what to do', async () => {
  await expect(run()).rejects.toMatchObject({
    code: 'SOURCE_UNAVAILABLE',
    message: expect.stringContaining('docusaurus build'),
  });
});
