import { once } from 'node:events';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source, SourceEntry } from '@ibid/core/types';
import { describeSource } from '@ibid/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folder } from './testing/source-fixtures.ts';
import { htmlSource } from './html.ts';

function opened(root: string, options: Partial<Parameters<typeof htmlSource>[0]> = {}): Source {
  const source = htmlSource({ root, siteUrl: 'https://example.org/docs', ...options });
  onTestFinished(() => source.close());
  return source;
}

async function listOf(source: Source): Promise<SourceEntry[]> {
  return Array.fromAsync(source.list());
}

/** Addresses of the pages without a given one. */
async function urlsOf(files: Parameters<typeof folder>[0]): Promise<readonly string[]> {
  return (await listOf(htmlSource({ root: await folder(files) }))).map(({ url }) => url);
}

const FILES: Readonly<Record<string, string>> = {
  'https://example.org/docs/guide/one.html': 'guide/one.html',
  'https://example.org/docs/guide/two.html': 'guide/two.html',
  'https://example.org/docs/start.html': 'start.html',
};

describeSource({
  name: 'htmlSource',
  make: async () => {
    const pages = Object.keys(FILES);
    const root = await folder(Object.fromEntries(pages.map((url) => [FILES[url]!, `<h1>${url}</h1><p>Text.`])));
    const put = (url: string, text: string): Promise<void> => writeFile(join(root, FILES[url]!), text);
    return {
      open: () => htmlSource({ root, siteUrl: 'https://example.org/docs', maxFileBytes: 1000 }),
      pages,
      secret: tmpdir(),
      change: (url) => put(url, '<p>Other text.'),
      remove: (url) => rm(join(root, FILES[url]!)),
      spoil: (url) => put(url, 'x'.repeat(1001)),
      vanish: () => rm(root, { recursive: true }),
      dispose: async () => undefined,
    };
  },
});

describe('a folder of built HTML', () => {
  test('is listed by URL and loaded as it stands', async () => {
    const root = await folder({
      'z.html': '<p>z',
      'a/index.html': '<p>a',
      'a/b.html': '<p>b',
      'style.css': 'x',
      '.git/x.html': 'x',
      'node_modules/y.html': 'y',
    });
    const source = opened(root);
    const entries = await listOf(source);
    expect(entries.map((entry) => entry.url)).toEqual([
      'https://example.org/docs/a',
      'https://example.org/docs/a/b.html',
      'https://example.org/docs/z.html',
    ]);
    expect(await source.load(entries[1]!)).toEqual({
      page: {
        url: 'https://example.org/docs/a/b.html',
        format: 'html',
        body: '<p>b',
        sourceFile: 'a/b.html',
        title: '',
        imports: {},
        locale: '',
        version: '',
        module: 'a',
      },
      diagnostics: [],
    });
    expect(source.id).toMatch(/^html:ibid-source-/);
    expect(source.diagnostics).toEqual([]);
  });

  test.each<readonly [string, Parameters<typeof folder>[0], readonly string[]]>([
    [
      'canonical links',
      { 'a.html': '<link rel=canonical href="https://c.example.org/x/a"><p>a', 'b.html': '<p>b' },
      ['https://c.example.org/x/a', 'https://c.example.org/x/b'],
    ],
    [
      'canonical links of files that keep their ending',
      { 'a.htm': '<link rel=canonical href="https://c.example.org/x/a.htm">', 'a.html': '<p>b' },
      ['https://c.example.org/x/a.htm', 'https://c.example.org/x/a.html'],
    ],
    [
      'the first canonical link, without its entities,',
      {
        'a.html':
          '<link rel=canonical href="https://c.example.org/x&amp;y/a"><link rel=canonical href="https://z.example/a">',
      },
      ['https://c.example.org/x&y/a'],
    ],
    [
      'the sitemap',
      { 'a.html': '<p>a', 'sitemap.xml': '<urlset><url><loc>https://s.example.org/a</loc></url></urlset>' },
      ['https://s.example.org/a.html'],
    ],
    ['nothing', { 'a.html': '<p>a' }, ['http://localhost/a.html']],
  ])('without a given address, the pages are where %s puts them', async (_, files, urls) => {
    expect(await urlsOf(files)).toEqual(urls);
  });

  test('two files of one address: the first counts, the other is reported', async () => {
    const root = await folder({
      'a.html': '<link rel=canonical href="https://example.org/docs/a"><p>1',
      'a/index.html': '<p>2',
    });
    const source = opened(root);
    expect((await listOf(source)).map(({ url }) => url)).toEqual(['https://example.org/docs/a']);
    expect(source.diagnostics).toMatchObject([
      { severity: 'warning', rule: 'source:duplicate-url', page: 'https://example.org/docs/a' },
    ]);
  });

  test('the module is the first folder of the address, as a crawl of the same site gives it (R21)', async () => {
    const root = await folder({
      'index.html': '',
      'about/index.html': '',
      'guide/index.html': '',
      'guide/one/index.html': '',
      'api/x.html': '',
    });
    const source = opened(root);
    const modules: string[] = [];
    for (const entry of await listOf(source)) modules.push((await source.load(entry)).page!.module);
    expect(modules).toEqual(['root', 'root', 'api', 'root', 'guide']);
  });

  test('encodings are read from the page, and what is wrong with them is reported', async () => {
    const root = await folder({
      'a.html': new Uint8Array([...new TextEncoder().encode('<meta charset=windows-1251><p>'), 0xcf]),
      'b.html': new TextEncoder().encode('<meta charset=nonsense><p>é'),
    });
    const source = opened(root);
    const [a, b] = await listOf(source);
    expect((await source.load(a!)).page?.body).toContain('П');
    expect(await source.load(b!)).toMatchObject({
      page: { body: expect.stringContaining('é') },
      diagnostics: [{ rule: 'html:encoding' }],
    });
  });
});

describe('what a folder cannot make it do', () => {
  test('links out of the folder, sockets, folders named like pages and dead links are not read', async () => {
    const outside = await folder({ 'secret.html': 'secret' });
    const root = await folder({ 'a.html': '<p>a', '.git/config': 'secret' });
    await symlink(join(outside, 'secret.html'), join(root, 'link.html'));
    await symlink(outside, join(root, 'folder.html'));
    await symlink(join(root, 'gone'), join(root, 'dead.html'));
    await symlink(root, join(root, 'loop'));
    await symlink(join(root, 'a.html'), join(root, 'inside.html'));
    await symlink(join(root, '.git/config'), join(root, 'hidden.html'));
    await mkdir(join(root, 'dir.html'));
    const socket = createServer().listen(join(root, 'socket.html'));
    await once(socket, 'listening');
    const source = opened(root);
    expect((await listOf(source)).map(({ url }) => url)).toEqual([
      'https://example.org/docs/a.html',
      'https://example.org/docs/inside.html',
    ]);
    expect(source.diagnostics.map(({ page }) => page)).toEqual([
      'dead.html',
      'folder.html',
      'hidden.html',
      'link.html',
      'socket.html',
    ]);
    socket.close();
  });

  test('a file too large, or gone since, is reported when it is loaded and stays listed', async () => {
    const root = await folder({ 'a.html': 'x'.repeat(2000), 'b.html': 'y' });
    const source = opened(root, { maxFileBytes: 1000 });
    const [a, b] = await listOf(source);
    await rm(join(root, 'b.html'));
    expect(await source.load(a!)).toMatchObject({
      page: undefined,
      diagnostics: [{ severity: 'error', rule: 'source:not-read', message: expect.stringContaining('2000 bytes') }],
    });
    expect(await source.load(b!)).toMatchObject({
      page: undefined,
      diagnostics: [{ severity: 'error', rule: 'source:not-read' }],
    });
  });

  test('a root that is not there or no folder is an outage, not an empty site', async () => {
    const root = await folder({ file: 'x' });
    for (const name of ['none', 'file']) {
      await expect(listOf(opened(join(root, name)))).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
    }
  });

  test('a folder without pages is reported', async () => {
    const source = opened(await folder({}));
    expect(await listOf(source)).toEqual([]);
    expect(source.diagnostics).toMatchObject([{ rule: 'source:empty' }]);
  });
});
