import { indexOnce, wordEmbedder } from '@ibid/testkit';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, runIbid, type Workplace } from './testing/run-ibid.ts';
import { writePages } from './write-pages.ts';

const PAGES = {
  '/book': '# Home\n\nWelcome.',
  '/book/guide/install': '# Install\n\nRun it.',
  '/book/faq': '# FAQ\n\nNo.',
};
const FILES = ['faq.md', 'guide/install.md', 'index.md', 'llms-full.txt', 'llms.txt'];
const OTHERS = { title: 'Parrot', others: 'refuse' } as const;

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace();
});
afterAll(() => place[Symbol.asyncDispose]());

const indexOf = indexOnce(wordEmbedder());

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => relative(folder, file)).sort();
}

describe('writePages', () => {
  it('writes each page beside where it is published, below the page that all others are below', async () => {
    const folder = join(place.path, 'plain');
    const written = await writePages(await indexOf(PAGES), folder, OTHERS);
    expect(written).toEqual({
      siteUrl: 'https://docs.example.org/book/',
      pages: 3,
      elsewhere: 0,
      kept: [],
      removed: 0,
    });
    expect(await filesIn(folder)).toEqual(FILES);
    expect(await readFile(join(folder, 'guide/install.md'), 'utf8')).toContain(
      'index: "https://docs.example.org/book/llms.txt"\n---\n\n# Install\n\nRun it.\n',
    );
    const list = await readFile(join(folder, 'llms.txt'), 'utf8');
    expect(list).toContain('- [Home](https://docs.example.org/book/index.md)');
    expect(list).toContain('- [Install](https://docs.example.org/book/guide/install.md)');
    expect((await readFile(join(folder, 'llms-full.txt'), 'utf8')).match(/^# .*$/gmu)).toEqual([
      '# Home',
      '# FAQ',
      '# Install',
    ]);
  });

  it.each([
    [
      'pages of a folder of the site',
      ['/book/guide', '/book/guide/install'],
      ['guide/index.html', 'guide/install.html'],
    ],
    ['the only page of a site', ['/book/guide/install.html'], ['guide/install.html']],
    ['pages with folders of their own', ['/guide', '/guide/install'], ['guide/index.html', 'guide/install/index.html']],
  ])('writes %s beside their HTML', async (name, pages, htmls) => {
    const folder = join(place.path, name);
    for (const html of htmls) {
      await mkdir(join(folder, html, '..'), { recursive: true });
      await writeFile(join(folder, html), '');
    }
    const store = await indexOf(Object.fromEntries(pages.map((path) => [path, '# Page\n\nText.'])));
    const base = pages[0]!.startsWith('/book') ? '/book/' : '/';
    expect((await writePages(store, folder, OTHERS)).siteUrl).toBe(`https://docs.example.org${base}`);
    expect(await filesIn(folder)).toContain('guide/install.md');
  });

  it('writes the only page of an empty folder under its own name', async () => {
    const folder = join(place.path, 'single');
    await writePages(await indexOf({ '/intro': '# Intro\n\nText.' }), folder, OTHERS);
    expect(await filesIn(folder)).toContain('intro.md');
  });

  it('writes the same again, and removes what it wrote of pages that are gone', async () => {
    const folder = join(place.path, 'again');
    await writePages(await indexOf(PAGES), folder, OTHERS);
    await writeFile(join(folder, 'notes.md'), '# Of the owner\n');
    const { '/book/faq': _gone, ...rest } = PAGES;
    expect(await writePages(await indexOf(rest), folder, OTHERS)).toMatchObject({ pages: 2, removed: 1 });
    await writePages(await indexOf({ ...rest, '/book/.well-known/us': '# Us\n\nHere.' }), folder, OTHERS);
    expect(await writePages(await indexOf(rest), folder, OTHERS)).toMatchObject({ pages: 2, removed: 1 });
    expect(await filesIn(folder)).toEqual(['guide/install.md', 'index.md', 'llms-full.txt', 'llms.txt', 'notes.md']);
  });

  it('leaves files of others alone unless it is told to overwrite them', async () => {
    const folder = join(place.path, 'others');
    const file = join(folder, 'guide/install.md');
    await mkdir(join(folder, 'guide'), { recursive: true });
    await writeFile(file, '# Source\n');
    const store = await indexOf(PAGES);
    await expect(writePages(store, folder, OTHERS)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(await filesIn(folder)).toEqual(['guide/install.md']);
    expect(await writePages(store, folder, { ...OTHERS, others: 'keep' })).toMatchObject({
      kept: ['guide/install.md'],
    });
    expect(await readFile(file, 'utf8')).toBe('# Source\n');
    await writePages(store, folder, { ...OTHERS, others: 'overwrite' });
    expect(await readFile(file, 'utf8')).toContain('# Install');
  });

  it('writes nothing outside of the folder, and no page that is published elsewhere', async () => {
    const folder = join(place.path, 'inside/site');
    const pages = { ...PAGES, '/book/..%2f..%2fout': '# Out\n\nOut.', '/other': '# Other\n\nElse.' };
    const siteUrl = 'https://docs.example.org/book';
    expect(await writePages(await indexOf(pages), folder, { ...OTHERS, siteUrl })).toMatchObject({
      pages: 3,
      elsewhere: 2,
    });
    expect(await filesIn(join(place.path, 'inside'))).toEqual(FILES.map((name) => `site/${name}`));
  });

  it('writes nothing where no page is below the address of the site', async () => {
    const folder = join(place.path, 'wrong');
    const siteUrl = 'https://wrong.example';
    await expect(writePages(await indexOf(PAGES), folder, { ...OTHERS, siteUrl })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('`https://wrong.example/`'),
    });
    await expect(filesIn(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('ibid export writes the pages of the index, and refuses what it would overwrite', { timeout: 120_000 }, async () => {
  await place.write({ 'docs/pump.md': '# Pump\n\nThe pump needs oil every five days.\n' });
  const ibid = (...args: string[]): ReturnType<typeof runIbid> => runIbid(place.path, args, {});
  expect((await ibid('index', 'docs')).code).toBe(0);
  const { code, stdout } = await ibid('export', 'out', '--json', '--site-url', 'http://localhost:3000');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { folder: 'out', pages: 1, kept: [] }]);
  expect(await readFile(join(place.path, 'out/pump.md'), 'utf8')).toContain('The pump needs oil every five days.');
  const refused = await ibid('export', 'docs', '--site-url', 'http://localhost:3000');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/docs\/pump\.md` would be overwritten/u)]);
});
