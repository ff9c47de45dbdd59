import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Source, SourceEntry } from '@ibid/core/types';
import { describeSource } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { htmlSource } from './html.ts';

let root = '';
const open: Source[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ibid-html-'));
});

afterEach(async () => {
  for (const source of open.splice(0)) await source.close();
  await rm(root, { recursive: true, force: true });
});

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

function opened(options: Partial<Parameters<typeof htmlSource>[0]> = {}): Source {
  const source = htmlSource({ root, siteUrl: 'https://example.org/docs', ...options });
  open.push(source);
  return source;
}

async function listOf(source: Source): Promise<SourceEntry[]> {
  return Array.fromAsync(source.list());
}

describeSource({
  name: 'htmlSource',
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-html-place-'));
    await mkdir(join(folder, 'guide'));
    const files: Readonly<Record<string, string>> = {
      'https://example.org/docs/guide/one.html': 'guide/one.html',
      'https://example.org/docs/guide/two.html': 'guide/two.html',
      'https://example.org/docs/start.html': 'start.html',
    };
    const put = (url: string, text: string): Promise<void> => writeFile(join(folder, files[url]!), text);
    for (const url of Object.keys(files)) await put(url, `<h1>${url}</h1><p>Text.`);
    return {
      open: () => htmlSource({ root: folder, siteUrl: 'https://example.org/docs', maxFileBytes: 1000 }),
      pages: Object.keys(files),
      secret: tmpdir(),
      change: (url) => put(url, '<p>Other text.'),
      remove: (url) => rm(join(folder, files[url]!)),
      spoil: (url) => put(url, 'x'.repeat(1001)),
      vanish: () => rm(folder, { recursive: true }),
      dispose: () => rm(folder, { recursive: true, force: true }),
    };
  },
});

describe('a folder of built HTML', () => {
  test('is listed by URL and loaded as it stands', async () => {
    await write({
      'z.html': '<p>z',
      'a/index.html': '<p>a',
      'a/b.html': '<p>b',
      'style.css': 'x',
      '.git/x.html': 'x',
      'node_modules/y.html': 'y',
    });
    const source = opened();
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
    expect(source.id).toMatch(/^html:ibid-html-/);
    expect(source.diagnostics).toEqual([]);
  });

  test('revisions follow the content and nothing else (R24)', async () => {
    await write({ 'a.html': 'one', 'b.html': 'two' });
    const before = await listOf(opened());
    await write({ 'a.html': 'one', 'b.html': 'three' });
    const after = await listOf(opened());
    expect(after[0]).toEqual(before[0]);
    expect(after[1]!.revision).not.toBe(before[1]!.revision);
  });

  test('without an address, canonical links or the sitemap say where it is served', async () => {
    await write({ 'a.html': '<link rel=canonical href="https://c.example.org/x/a"><p>a', 'b.html': '<p>b' });
    expect((await listOf(htmlSource({ root }))).map(({ url }) => url)).toEqual([
      'https://c.example.org/x/a',
      'https://c.example.org/x/b',
    ]);
    await write({ 'a.html': '<p>a', 'sitemap.xml': '<urlset><url><loc>https://s.example.org/a</loc></url></urlset>' });
    expect((await listOf(htmlSource({ root }))).map(({ url }) => url)).toEqual([
      'https://s.example.org/a.html',
      'https://s.example.org/b.html',
    ]);
    await rm(join(root, 'sitemap.xml'));
    expect((await listOf(htmlSource({ root })))[0]?.url).toBe('http://localhost/a.html');
  });

  test('a file served under its own name keeps its ending', async () => {
    await write({ 'a.htm': '<link rel=canonical href="https://c.example.org/x/a.htm">', 'a.html': '<p>b' });
    expect((await listOf(htmlSource({ root }))).map(({ url }) => url)).toEqual([
      'https://c.example.org/x/a.htm',
      'https://c.example.org/x/a.html',
    ]);
  });

  test('two files of one address: the first counts, the other is reported', async () => {
    await write({ 'a.html': '<link rel=canonical href="https://example.org/docs/a"><p>1', 'a/index.html': '<p>2' });
    const source = opened();
    expect((await listOf(source)).map(({ url }) => url)).toEqual(['https://example.org/docs/a']);
    expect(source.diagnostics).toMatchObject([
      { severity: 'warning', rule: 'source:duplicate-url', page: 'https://example.org/docs/a' },
    ]);
  });

  test('the module is the first folder of the address, as a crawl of the same site gives it (R21)', async () => {
    await write({
      'index.html': '',
      'about/index.html': '',
      'guide/index.html': '',
      'guide/one/index.html': '',
      'api/x.html': '',
    });
    const source = opened();
    const modules: string[] = [];
    for (const entry of await listOf(source)) modules.push((await source.load(entry)).page!.module);
    expect(modules).toEqual(['root', 'root', 'api', 'root', 'guide']);
  });

  test('encodings are read from the page, and what is wrong with them is reported', async () => {
    await write({
      'a.html': new Uint8Array([...new TextEncoder().encode('<meta charset=windows-1251><p>'), 0xcf]),
      'b.html': new TextEncoder().encode('<meta charset=nonsense><p>é'),
    });
    const source = opened();
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
    const outside = await mkdtemp(join(tmpdir(), 'ibid-outside-'));
    await writeFile(join(outside, 'secret.html'), 'secret');
    await write({ 'a.html': '<p>a' });
    await symlink(join(outside, 'secret.html'), join(root, 'link.html'));
    await symlink(outside, join(root, 'folder.html'));
    await symlink(join(root, 'gone'), join(root, 'dead.html'));
    await symlink(root, join(root, 'loop'));
    await symlink(join(root, 'a.html'), join(root, 'inside.html'));
    await write({ '.git/config': 'secret' });
    await symlink(join(root, '.git/config'), join(root, 'hidden.html'));
    await mkdir(join(root, 'dir.html'));
    const socket = createServer().listen(join(root, 'socket.html'));
    await once(socket, 'listening');
    const source = opened();
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
    await rm(outside, { recursive: true });
  });

  test('a file too large, or gone since, is reported when it is loaded and stays listed', async () => {
    await write({ 'a.html': 'x'.repeat(2000), 'b.html': 'y' });
    const source = opened({ maxFileBytes: 1000 });
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
    await expect(listOf(opened({ root: join(root, 'none') }))).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
    await write({ file: 'x' });
    await expect(listOf(opened({ root: join(root, 'file') }))).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
  });

  test('a folder without pages is reported', async () => {
    const source = opened();
    expect(await listOf(source)).toEqual([]);
    expect(source.diagnostics).toMatchObject([{ rule: 'source:empty' }]);
  });

  test('an aborted listing and a closed source reject with their codes', async () => {
    await write({ 'a.html': 'a' });
    const source = opened();
    await expect(Array.fromAsync(source.list({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await source.close();
    await expect(listOf(source)).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
