import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdownSource } from './markdown.ts';
import { folder, read } from './testing/source-fixtures.ts';

function config(preset: string): string {
  return `export default { url: 'https://x.org', baseUrl: '/', presets: [['classic', ${preset}]] }`;
}

/** Revision of a page that links to the file `b.md` with this content. */
async function revisionBeside(b: string): Promise<string | undefined> {
  const { revisions } = await read({ 'a.md': '[b](b.md)', 'b.md': b });
  return revisions.get('http://localhost:3000/a');
}

describe('markdownSource gives pages the addresses that Docusaurus gives them (R21)', () => {
  it('strips number prefixes, but neither dates nor versions', async () => {
    const { pages } = await read({
      'docusaurus.config.ts': config('{}'),
      'docs/01-start/02_first.md': 'a',
      'docs/3. Usage/4 - deep/7.0-foo.md': 'b',
      'docs/2021-01-02-day.md': 'c',
    });
    expect([...pages.keys()]).toEqual([
      'https://x.org/docs/2021-01-02-day',
      'https://x.org/docs/Usage/deep/7.0-foo',
      'https://x.org/docs/start/first',
    ]);
  });

  it('leaves out with a warning the docs whose folder is not there, unless there are none at all', async () => {
    const site =
      "export default { url: 'https://x.org', baseUrl: '/', presets: [['classic', {}]], plugins: [['@docusaurus/plugin-content-docs', { id: 'people', path: 'people' }]] }";
    const { pages, said } = await read({ 'docusaurus.config.ts': site, 'docs/a.md': 'a' });
    expect([...pages.keys()]).toEqual(['https://x.org/docs/a']);
    expect(said).toEqual(['markdown:missing-folder']);
    await expect(read({ 'docusaurus.config.ts': site })).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
    });
  });

  it('tells which pages links to files and below the base path lead to, in the language of the page', async () => {
    const links =
      '[a](./b.md#x) [b](../sub/c.mdx) <a href="/docs/x">c</a>\n\n[d]: @site/docs/b.md\n[e](https://x.org/z.md) [f](gone.md) [g](e\\_f.md)';
    const { pages } = await read({
      'docusaurus.config.ts':
        "export default { url: 'https://x.org', baseUrl: '/base/', i18n: { defaultLocale: 'en', locales: ['en', 'de'] }, presets: [['classic', {}]] }",
      'docs/guide/01-a.md': links,
      'docs/guide/b.md': '---\nslug: /named\n---\nx',
      'docs/sub/c.mdx': 'x',
      'docs/b.md': 'x',
      'docs/guide/e_f.md': 'x',
    });
    expect(pages.get('https://x.org/base/docs/guide/a')?.links).toEqual({
      './b.md': 'https://x.org/base/docs/named',
      '../sub/c.mdx': 'https://x.org/base/docs/sub/c',
      '/docs/x': 'https://x.org/base/docs/x',
      '@site/docs/b.md': 'https://x.org/base/docs/b',
      'e_f.md': 'https://x.org/base/docs/guide/e_f',
    });
    expect(pages.get('https://x.org/base/de/docs/guide/a')?.links?.['./b.md']).toBe('https://x.org/base/de/docs/named');
  });

  it('lists a page as changed when a page that it links to moves', async () => {
    const before = await revisionBeside('x');
    expect(before).toBeDefined();
    expect(await revisionBeside('y')).toBe(before);
    expect(await revisionBeside('---\nslug: /c\n---\nx')).not.toBe(before);
  });

  it('reads docs beside the site with the addresses of its configuration, if they are its own', async () => {
    const files = {
      'website/docusaurus.config.js':
        "module.exports = { url: 'https://x.org', baseUrl: '/', presets: [['classic', { docs: { path: '../docs' } }]] };",
      'docs/Start.md': '---\nid: start\n---\nx',
      'website/src/pages/b.md': 'x',
      'notes/C.md': 'x',
    };
    expect([...(await read(files, { below: 'docs' })).pages.keys()]).toEqual(['https://x.org/docs/start']);
    expect([...(await read(files, { below: 'notes' })).pages.keys()]).toEqual(['http://localhost:3000/C']);
  });

  it('honours id, slug, and files that stand for their folder', async () => {
    const { pages } = await read({
      'docusaurus.config.ts': config('{}'),
      'docs/a/index.md': 'x',
      'docs/b/README.mdx': 'x',
      'docs/c/C.md': 'x',
      'docs/d/named.md': '---\nid: other\n---\nx',
      'docs/d/absolute.md': '---\nslug: /top\n---\nx',
      'docs/d/relative.md': '---\nslug: ../up\n---\nx',
      'docs/home.md': '---\nslug: /\n---\nx',
    });
    expect([...pages.keys()].map((url) => url.slice('https://x.org'.length))).toEqual([
      '/docs',
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/d/other',
      '/docs/top',
      '/docs/up',
    ]);
  });

  it('gives each version its route and its label', async () => {
    const { pages } = await read({
      'docusaurus.config.ts': config('{}'),
      'versions.json': '["2.0", "1.0"]',
      'docs/a.md': 'next',
      'versioned_docs/version-2.0/a.md': 'two',
      'versioned_docs/version-1.0/a.md': 'one',
    });
    expect([...pages].map(([url, page]) => [url, page.version, page.body])).toEqual([
      ['https://x.org/docs/1.0/a', '1.0', 'one'],
      ['https://x.org/docs/a', '2.0', 'two'],
      ['https://x.org/docs/next/a', 'current', 'next'],
    ]);
  });

  it('shows the translation where there is one, and the original where there is none', async () => {
    const { pages } = await read({
      'docusaurus.config.ts':
        "export default { url: 'https://x.org', baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } }",
      'docs/a.md': 'english a',
      'docs/b.md': 'english b',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': 'français a',
      'i18n/fr/docusaurus-plugin-content-docs/current/only.md': 'sans original',
    });
    expect([...pages].map(([url, page]) => [url, page.locale, page.body])).toEqual([
      ['https://x.org/docs/a', 'en', 'english a'],
      ['https://x.org/docs/b', 'en', 'english b'],
      ['https://x.org/fr/docs/a', 'fr', 'français a'],
      ['https://x.org/fr/docs/b', 'fr', 'english b'],
    ]);
  });

  it('reads blog posts and pages', async () => {
    const { pages } = await read({
      'docusaurus.config.ts': config('{ docs: false }'),
      'blog/2024-03-05-hello.md': '# Hello\n\nx',
      'blog/2024/04/06/there/index.mdx': 'x',
      'blog/named.md': '---\nslug: chosen\ntitle: Named\n---\nx',
      'src/pages/about.md': '# About',
      'src/pages/more/index.mdx': 'x',
      'src/pages/more/sub.mdx': 'x',
      'src/pages/component.jsx': 'x',
    });
    expect([...pages].map(([url, page]) => [url.slice(13), page.title, page.module])).toEqual([
      ['/about', '', 'root'],
      ['/blog/2024/03/05/hello', 'Hello', 'blog'],
      ['/blog/2024/04/06/there', 'there', 'blog'],
      ['/blog/chosen', 'Named', 'blog'],
      ['/more', '', 'root'],
      ['/more/sub', '', 'more'],
    ]);
  });

  it('names the module by the folder as the built page names it, whatever label the sidebar gives it', async () => {
    const { pages } = await read({
      'docusaurus.config.ts': config('{}'),
      'docs/intro.md': 'x',
      'docs/01-basics/_category_.json': '{"label": "The basics"}',
      'docs/01-basics/a.md': 'x',
      'docs/01-basics/kept.md': '---\nparse_number_prefixes: false\n---\nx',
      'docs/02-more/deep/b.md': '---\nslug: /elsewhere/b\n---\nx',
    });
    expect([...pages].map(([url, page]) => [url.slice(18), page.module])).toEqual([
      ['/01-basics/kept', '01-basics'],
      ['/basics/a', 'basics'],
      ['/elsewhere/b', 'more'],
      ['/intro', 'root'],
    ]);
  });

  it('says which code languages the site draws, and gives a page a new revision when that changes', async () => {
    const root = await folder({
      'docusaurus.config.ts': 'export default { markdown: { mermaid: true } }',
      'docs/a.md': 'x',
    });
    const seen: { readonly revision: string; readonly drawn: readonly string[] | undefined }[] = [];
    for (const text of ['mermaid: true', 'mermaid: true, format: "mdx"', 'mermaid: false']) {
      await writeFile(join(root, 'docusaurus.config.ts'), `export default { markdown: { ${text} } }`);
      const source = markdownSource({ root });
      for await (const entry of source.list()) {
        seen.push({ revision: entry.revision, drawn: (await source.load(entry)).page?.drawn });
      }
    }
    expect(seen.map(({ drawn }) => drawn)).toEqual([['mermaid'], ['mermaid'], []]);
    expect(seen[1]!.revision).toBe(seen[0]!.revision);
    expect(seen[2]!.revision).not.toBe(seen[0]!.revision);
  });

  it('leaves out drafts, unlisted pages, partials and tests', async () => {
    const { pages, said } = await read({
      'docusaurus.config.ts': config('{}'),
      'docs/a.md': 'x',
      'docs/_partial.mdx': 'x',
      'docs/_folder/b.md': 'x',
      'docs/draft.md': '---\ndraft: true\n---\nx',
      'docs/unlisted.md': '---\nunlisted: true\n---\nx',
    });
    expect([...pages.keys()]).toEqual(['https://x.org/docs/a']);
    expect(said).toEqual(['markdown:draft', 'markdown:unlisted']);
  });

  it('takes docs from where the configuration says, also outside of its folder', async () => {
    const files = {
      'website/docusaurus.config.ts': config(
        "{ docs: { path: '../docs', routeBasePath: '/', include: ['api/**/*.md'] } }",
      ),
      'docs/api/a.md': 'x',
      'docs/other/b.md': 'x',
    };
    for (const below of ['', 'website']) {
      const { pages } = await read(files, { below });
      expect([...pages].map(([url, page]) => [url, page.sourceFile])).toEqual([
        ['https://x.org/api/a', 'docs/api/a.md'],
      ]);
    }
  });

  it('keeps to the docs folder when that is the root', async () => {
    const { pages } = await read(
      { 'docusaurus.config.ts': config('{}'), 'docs/a.md': 'x', 'blog/2024-01-01-b.md': 'x' },
      { below: 'docs' },
    );
    expect([...pages.keys()]).toEqual(['https://x.org/docs/a']);
  });

  it('knows docs of Docusaurus without their configuration', async () => {
    const { pages } = await read({
      '01-a.md': '---\nsidebar_position: 1\n---\nx',
      'b/_category_.yml': 'label: B',
      'b/c.md': 'x',
    });
    expect([...pages].map(([url, page]) => [url, page.module, page.sourceFile, page.format])).toEqual([
      ['http://localhost:3000/docs/a', 'root', '01-a.md', 'mdx'],
      ['http://localhost:3000/docs/b/c', 'b', 'b/c.md', 'mdx'],
    ]);
  });

  it('puts the given address above the configuration', async () => {
    const { pages } = await read(
      { 'docusaurus.config.ts': config('{}'), 'docs/a.md': 'x', 'docs/b.md': 'x' },
      { siteUrl: 'https://mirror.org/base/' },
    );
    expect([...pages.keys()]).toEqual(['https://mirror.org/base/docs/a', 'https://mirror.org/base/docs/b']);
  });

  it('reports two pages with one address', async () => {
    const { pages, said } = await read({
      'docusaurus.config.ts': config('{}'),
      'docs/a.md': 'first',
      'docs/b.md': '---\nslug: a\n---\nsecond',
    });
    expect([[...pages.values()].map((page) => page.body), said]).toEqual([['first'], ['markdown:duplicate-url']]);
  });
});
