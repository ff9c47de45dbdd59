import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkOptions } from '../options/check-options.ts';
import { builtSite } from '../testing/built-site.ts';
import { afterBuild } from './after-build.ts';
import { readRecord } from './page-record.ts';

let siteDir = '';
beforeEach(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'ibid-after-build-'));
});
afterEach(() => rm(siteDir, { recursive: true, force: true }));

test('a build that makes no index writes its pages down all the same, so that one can be made later', async () => {
  const index = join(siteDir, '.ibid/index.db');
  const options = checkOptions({ indexOnBuild: false });
  await afterBuild(await builtSite(siteDir), options, []);
  await afterBuild(await builtSite(siteDir, { locale: 'ur' }), options, []);
  const { locales } = await readRecord(index);
  expect(Object.entries(locales).map(([locale, { site, pages }]) => [locale, site, pages.length])).toEqual([
    ['en', 'build', 5],
    ['ur', 'build/ur', 5],
  ]);
  expect(existsSync(index)).toBe(false);
});

test('each language has the index beside its pages, unless the owner has a server', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const build = async (options: object): Promise<readonly boolean[]> => {
    for (const locale of ['en', 'ur'] as const)
      await afterBuild(await builtSite(siteDir, { locale }), checkOptions({ markdown: false, ...options }), []);
    return ['build', 'build/ur'].map((folder) =>
      ['index.json', 'ibid-worker.js'].every((name) => existsSync(join(siteDir, folder, 'ibid', name))),
    );
  };
  expect(await build({ api: 'https://ask.example.org' })).toEqual([false, false]);
  expect(await build({})).toEqual([true, true]);
  const manifest = (): Promise<string> => readFile(join(siteDir, 'build/ibid/index.json'), 'utf8');
  expect(JSON.parse(await manifest())).not.toHaveProperty('offline');
  await build({ offline: true, deviceModel: true, feedback: '/thumbs' });
  expect(JSON.parse(await manifest())).toMatchObject({ offline: true, deviceModel: true, feedback: '/thumbs' });
  await writeFile(join(siteDir, 'build/ibid/mine.html'), 'A page of the owner.');
  await expect(build({})).rejects.toThrow(/`mine.html`[\s\S]*`mode: 'server'`/u);
  said.mockRestore();
});

test('pages that another language was built over have no file any more', async () => {
  const options = checkOptions({ indexOnBuild: false });
  await afterBuild(await builtSite(siteDir), options, []);
  await afterBuild(await builtSite(siteDir, { locale: 'ur', isAlone: true }), options, []);
  const { locales } = await readRecord(join(siteDir, '.ibid/index.db'));
  expect(locales['en']!.pages.map(({ file }) => file)).toEqual(['', '', '', '', '']);
  expect(locales['ur']!.pages[0]!.file).toBe('build/index.html');
});

test('a build whose index cannot be made fails and says why, unless the owner lets it pass', async () => {
  await mkdir(join(siteDir, '.ibid'));
  await writeFile(join(siteDir, '.ibid/index.db'), 'no index at all');
  const build = async (failBuild: boolean): Promise<void> => {
    for (const locale of ['en', 'ur'] as const)
      await afterBuild(await builtSite(siteDir, { locale }), checkOptions({ failBuild }), []);
  };
  await expect(build(true)).rejects.toThrow(/its index could not be made[\s\S]*failBuild/u);
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await build(false);
  expect(said.mock.calls.join('')).toContain('warning: The site is built, but its index could not be made');
  said.mockRestore();
});

test('each language has its pages as Markdown beside them, and what the owner has put there stays', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await mkdir(join(siteDir, 'build'), { recursive: true });
  for (const locale of ['en', 'ur'] as const) {
    const site = await builtSite(siteDir, { locale });
    if (locale === 'en') await writeFile(join(site.outDir, 'llms-full.txt'), 'By hand.\n');
    await afterBuild(site, checkOptions({}), []);
  }
  said.mockRestore();
  const read = (name: string): Promise<string> => readFile(join(siteDir, 'build', name), 'utf8');
  const [list, urdu] = [await read('llms.txt'), await read('ur/llms.txt')];
  for (const [text, base] of [
    [list, ''],
    [urdu, 'ur/'],
  ] as const) {
    const links = [...text.matchAll(/\((https?:[^)]*\.md)\)/gu)].map(([, link]) => new URL(link!).pathname.slice(1));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link.startsWith(base)).toBe(true);
      expect(await read(decodeURI(link))).toContain('\n# ');
    }
  }
  expect(await read('llms-full.txt')).toBe('By hand.\n');
  await rm(join(siteDir, 'build/llms.txt'));
  await afterBuild(await builtSite(siteDir), checkOptions({ markdown: false }), []);
  await afterBuild(await builtSite(siteDir, { locale: 'ur' }), checkOptions({ markdown: false }), []);
  expect(existsSync(join(siteDir, 'build/llms.txt'))).toBe(false);
});
