import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeSource, type SourcePlace } from '@ibid/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { RawPage } from '@ibid/core';
import { parsePage } from '@ibid/core/parse';
import { markdownSource, type MarkdownSourceOptions } from './markdown.ts';

const roots: string[] = [];

async function folder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'ibid-markdown-'));
  roots.push(root);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

async function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Omit<MarkdownSourceOptions, 'root'> & { readonly below?: string } = {},
): Promise<{ pages: Map<string, RawPage>; said: string[] }> {
  const { below = '', ...rest } = options;
  const source = markdownSource({ root: join(await folder(files), below), ...rest });
  const pages = new Map<string, RawPage>();
  const said: string[] = [];
  for await (const entry of source.list()) {
    const { page, diagnostics } = await source.load(entry);
    said.push(...diagnostics.map((one) => one.rule));
    if (page !== undefined) pages.set(entry.url, page);
  }
  said.push(...source.diagnostics.map((one) => one.rule));
  await source.close();
  return { pages, said };
}

const BOOK = {
  'book.toml': '[book]\ntitle = "B"\n',
  'src/SUMMARY.md': '# Summary\n\n[Start](README.md)\n\n- [One](one.md)\n- [Two](deep/two.md)\n',
  'src/README.md': '# Start\n\nWelcome.\n',
  'src/one.md': '# One\n\nFirst words.\n',
  'src/deep/two.md': '# Two\n\nSecond words.\n',
};

const SITE = {
  'docusaurus.config.js':
    "module.exports = { url: 'https://docs.example.org', baseUrl: '/base/', presets: [['classic', {}]] };",
  'docs/intro.md': '# Intro\n\nWelcome.\n',
  'docs/guide/one.mdx': '# One\n\nFirst words.\n',
  'docs/guide/two.md': '---\ntitle: Two\n---\n\nSecond words.\n',
};

const PLAIN = { 'readme.md': '# Start\n\nWelcome.\n', 'a.md': '# A\n\nWords.\n', 'b/c.md': '# C\n\nMore words.\n' };

function placeOf(
  files: Readonly<Record<string, string>>,
  paths: Readonly<Record<string, string>>,
): () => Promise<SourcePlace> {
  return async () => {
    const root = await folder(files);
    const pathOf = (url: string): string => join(root, paths[url]!);
    return {
      open: () => markdownSource({ root }),
      pages: Object.keys(paths),
      secret: dirname(root),
      change: (url) => writeFile(pathOf(url), '# Changed\n\nOther words.\n'),
      remove: async (url) => rm(pathOf(url)),
      spoil: (url) => writeFile(pathOf(url), new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x41, 0x0a])),
      vanish: async () => rm(root, { recursive: true }),
      dispose: async () => rm(root, { recursive: true, force: true }),
    };
  };
}

describeSource({
  name: 'markdownSource over a Docusaurus site',
  make: placeOf(SITE, {
    'https://docs.example.org/base/docs/guide/one': 'docs/guide/one.mdx',
    'https://docs.example.org/base/docs/guide/two': 'docs/guide/two.md',
    'https://docs.example.org/base/docs/intro': 'docs/intro.md',
  }),
});

describeSource({
  name: 'markdownSource over an mdBook',
  make: placeOf(BOOK, {
    'http://localhost:3000/': 'src/README.md',
    'http://localhost:3000/deep/two.html': 'src/deep/two.md',
    'http://localhost:3000/one.html': 'src/one.md',
  }),
});

describeSource({
  name: 'markdownSource over a plain folder',
  make: placeOf(PLAIN, {
    'http://localhost:3000/': 'readme.md',
    'http://localhost:3000/a': 'a.md',
    'http://localhost:3000/b/c': 'b/c.md',
  }),
});

function config(preset: string): string {
  return `export default { url: 'https://x.org', baseUrl: '/', presets: [['classic', ${preset}]] }`;
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

  it('lets options stand above the configuration', async () => {
    const { pages } = await read(
      { 'docusaurus.config.ts': config('{}'), 'docs/a.md': 'x', 'docs/b.md': 'x' },
      { siteUrl: 'https://mirror.org/base/', exclude: ['b.md'] },
    );
    expect([...pages.keys()]).toEqual(['https://mirror.org/base/docs/a']);
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

describe('markdownSource reads mdBooks (R21)', () => {
  it('takes pages and titles from the summary', async () => {
    const { pages, said } = await read({
      'book.toml': '[book]\nsrc = "text"\nlanguage = "de"\n[output.html]\nsite-url = "/book/"',
      'text/SUMMARY.md':
        '# Summary\n\n[Preface](preface.md)\n\n# Part one\n\n- [First](a/README.md)\n  - [Second](a/b.md)\n- [Draft]()\n- [Gone](gone.md)\n',
      'text/preface.md': 'x',
      'text/a/README.md': '# Own title',
      'text/a/b.md': '## Not a title',
      'text/unnamed.md': 'x',
    });
    expect([...pages].map(([url, page]) => [url, page.title, page.module, page.locale])).toEqual([
      ['http://localhost:3000/book/a', '', 'root', 'de'],
      ['http://localhost:3000/book/a/b.html', 'Second', 'a', 'de'],
      ['http://localhost:3000/book/preface.html', 'Preface', 'root', 'de'],
    ]);
    expect(said).toEqual(['markdown:missing-page']);
  });

  it('hands over included files, also those that included files include', async () => {
    const { pages } = await read({
      'book.toml': '',
      'src/SUMMARY.md': '- [A](a.md)',
      'src/a.md': '# A\n\n{{#include inner/part.md}}\n\n```rust\n{{#rustdoc_include ../code.rs:here}}\n```\n',
      'src/inner/part.md': 'Part with {{#include word.txt}}.',
      'src/inner/word.txt': 'words',
      'code.rs': 'fn main() {\n// ANCHOR: here\n  let x = 1;\n// ANCHOR_END: here\n}\n',
    });
    const [page] = pages.values();
    expect(page!.imports).toEqual({
      'inner/part.md': 'Part with {{#include word.txt}}.',
      'inner/part.md > word.txt': 'words',
      '../code.rs': 'fn main() {\n// ANCHOR: here\n  let x = 1;\n// ANCHOR_END: here\n}\n',
    });
    expect(parsePage(page!).page?.blocks.slice(1)).toEqual([
      { type: 'paragraph', text: 'Part with words.' },
      { type: 'code', text: '  let x = 1;', language: 'rust', title: '' },
    ]);
  });
});

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
    expect(parsePage(page!).page?.blocks).toContainEqual({ type: 'paragraph', text: 'y' });
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
