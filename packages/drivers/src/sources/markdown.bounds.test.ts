import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePage } from '@ibid/core/parse';
import { describe, expect, it } from 'vitest';
import { markdownSource } from './markdown.ts';
import { folder, read } from './testing/source-fixtures.ts';

describe('markdownSource stays in its folder', () => {
  it('refuses imports from outside of the site, by path and by link', async () => {
    const outside = await folder({ 'secret.txt': 'secret', 'secret.mdx': 'secret' });
    const root = await folder({
      'a.mdx': `import X from '../../../../../../../../..${outside}/secret.mdx'\nimport Y from '!!raw-loader!./link.txt'\n\n# A\n\n<X />\n`,
    });
    await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
    await symlink(join(outside, 'secret.mdx'), join(root, 'b.mdx'));
    const source = markdownSource({ root });
    const urls: string[] = [];
    for await (const entry of source.list()) {
      urls.push(entry.url);
      const { page, diagnostics } = await source.load(entry);
      expect(JSON.stringify(page?.imports)).not.toContain('secret"');
      expect(diagnostics.map((one) => one.rule)).toEqual(['markdown:import', 'markdown:import']);
    }
    expect(urls).toEqual(['http://localhost:3000/a']);
    expect(source.diagnostics.map((one) => one.rule)).toEqual(['source:not-read']);
  });

  it('gives a page a new revision when a file that it imports changes or goes', async () => {
    const root = await folder({ 'a.mdx': "import X from './_x.mdx'\n\n# A\n\n<X />\n", '_x.mdx': 'one' });
    const source = markdownSource({ root });
    const revisions = new Set<string>();
    const note = async (): Promise<void> => {
      for await (const entry of source.list()) revisions.add(entry.revision);
    };
    await note();
    await note();
    expect(revisions.size).toBe(1);
    await writeFile(join(root, '_x.mdx'), 'two');
    await note();
    expect(revisions.size).toBe(2);
    await rm(join(root, '_x.mdx'));
    await note();
    expect(revisions.size).toBe(3);
  });

  it('survives imports that go in a circle', async () => {
    const { pages } = await read({
      'a.mdx': "import X from './_x.mdx'\n\n# A\n\n<X />\n",
      '_x.mdx': "import Y from './_y.mdx'\n\nx <Y />\n",
      '_y.mdx': "import X from './_x.mdx'\n\ny <X />\n",
    });
    const [page] = pages.values();
    expect(parsePage(page!).page?.blocks).toContainEqual({ type: 'paragraph', text: 'y', marks: [] });
  });

  it('leaves out, with a warning, what is no text, and links to hidden files', async () => {
    const root = await folder({
      'a.md': '# A\n',
      'prog.md': new Uint8Array([0x7f, 0x45, 0x00, 0x46]),
      '.env.md': 'key',
    });
    await symlink(join(root, '.env.md'), join(root, 'open.md'));
    const source = markdownSource({ root });
    const loaded = await Array.fromAsync(source.list(), (entry) => source.load(entry));
    expect(loaded.map(({ page }) => page?.sourceFile)).toEqual(['a.md', undefined]);
    expect(loaded[1]!.diagnostics).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/`prog\.md`.* no text/) },
    ]);
    expect(source.diagnostics).toMatchObject([{ rule: 'source:not-read', page: 'open.md' }]);
  });

  it('reports files that are too large or no UTF-8, and drops a byte order mark', async () => {
    const { pages, said } = await read(
      {
        'big.md': 'x'.repeat(200),
        'bad.md': new Uint8Array([0x41, 0xff]),
        'bom.md': '\ufeff---\ntitle: Marked\n---\nx',
      },
      { maxFileBytes: 100 },
    );
    expect([...pages.keys()].map((url) => url.slice(22))).toEqual(['bad', 'bom']);
    expect(said.sort()).toEqual(['markdown:encoding', 'markdown:not-read']);
    expect(parsePage([...pages.values()][1]!).page?.title).toBe('Marked');
  });

  it('rejects a site without its folders, and an address that is none', async () => {
    const root = await folder({ 'docusaurus.config.js': 'module.exports = {}' });
    await expect(markdownSource({ root }).list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
    });
    expect(() => markdownSource({ root, siteUrl: 'docs.example.org' })).toThrow(/siteUrl/);
  });
});
