import { describe, expect, it } from 'vitest';
import { read } from '../testing/source-fixtures.ts';

async function addresses(files: Readonly<Record<string, string>>, siteUrl = 'https://x.org/docs/'): Promise<string[]> {
  return [...(await read(files, { siteUrl })).pages.keys()];
}

async function locales(files: readonly string[], locale?: string): Promise<Record<string, string>> {
  const given = Object.fromEntries(files.map((file) => [file, 'x']));
  const { pages } = await read(given, { siteUrl: 'https://x.org/', ...(locale === undefined ? {} : { locale }) });
  return Object.fromEntries([...pages].map(([url, page]) => [new URL(url).pathname, page.locale]));
}

describe('addresses of pages in a folder', () => {
  it('are those that the front matter of Jekyll, VuePress and Eleventy gives, below the root of the site', async () => {
    const files = {
      'a.md': '---\npermalink: /docs/own/\n---\nx',
      'b.md': '---\npermalink: /docs/deep/index.html\n---\nx',
      'c.md': '---\npermalink: /docs/\n---\nx',
      'd/e.md': '---\npermalink: /:title/\n---\nx',
      'f.md': '---\npermalink: pretty\nurl: /other\n---\nx',
    };
    expect(await addresses(files)).toEqual([
      'https://x.org/docs',
      'https://x.org/docs/d/e',
      'https://x.org/docs/deep',
      'https://x.org/docs/f',
      'https://x.org/docs/own',
    ]);
  });

  it('are in lower case for Hugo, which a file `_index.md` shows, unless its front matter gives another', async () => {
    const files = {
      '_index.md': 'x',
      'images/ColorBalance.md': 'x',
      'images/Blur.md': '---\nslug: Soft\n---\nx',
      'old.md': '---\nurl: /New/\n---\nx',
    };
    expect(await addresses(files, 'https://x.org/')).toEqual([
      'https://x.org/',
      'https://x.org/New',
      'https://x.org/images/colorbalance',
      'https://x.org/images/soft',
    ]);
    expect(await addresses({ 'images/ColorBalance.md': 'x' })).toEqual(['https://x.org/docs/images/ColorBalance']);
  });
});

describe('relative links of pages in a folder', () => {
  it.each([
    ['Hugo, whose pages are folders', { '_index.md': 'x', 'a/_index.md': 'x', 'a/b.md': 'x' }, ['/', '/a/', '/a/b/']],
    ['MkDocs', { 'mkdocs.yml': 'site_name: x', 'a/index.md': 'x', 'a/b.md': 'x' }, ['/a/', '/a/b/']],
    [
      'MkDocs with ids of its own',
      { 'mkdocs.yml': 'markdown_extensions:\n  - toc:\n      slugify: !!python/name:x', 'a/b.md': 'x' },
      ['/a/b/'],
    ],
    ['others', { 'README.md': 'x', 'a/index.md': 'x', 'a/b.md': 'x' }, ['/', '/a/', '']],
    ['Jekyll', { 'a.md': '---\npermalink: /c/\n---\nx', 'b.md': 'x' }, ['', '/c/']],
  ])('count from where a page is served: %s', async (_, files, bases) => {
    const { pages } = await read(files as Readonly<Record<string, string>>, { siteUrl: 'https://x.org/' });
    expect([...pages.values()].map(({ base = '' }) => base.replace('https://x.org', ''))).toEqual(bases);
  });
});

describe('a generator that publishes files', () => {
  it.each([
    ['Sphinx', { 'conf.py': "project = 'x'", 'a.md': 'x' }, ['Sphinx']],
    ['VitePress', { '.vitepress/config.mts': 'export default { title: 1 };', 'a.md': 'x' }, ['VitePress']],
    ['VitePress', { '.vitepress/config.js': 'export default { cleanUrls: true };', 'a.md': 'x' }, []],
    ['none', { 'a.md': 'x' }, []],
  ])('is told of, because the addresses have no ending: %s in %j', async (_, files, told) => {
    const { said, messages } = await read(files as Readonly<Record<string, string>>);
    expect(said).toEqual(told.map(() => 'markdown:addresses'));
    expect(messages.map((message) => message.split(' ')[0])).toEqual(told);
  });
});

describe('ids of headings', () => {
  it.each([
    ['vitepress', { '.vitepress/config.ts': '', 'a.md': 'x' }, ''],
    ['vitepress', { '.vitepress/config.ts': '', 'src/a.md': 'x' }, 'src'],
    ['mkdocs', { 'mkdocs.yml': 'site_name: x', 'docs/a.md': 'x' }, 'docs'],
    [
      'github',
      { 'mkdocs.yml': 'markdown_extensions:\n  - toc:\n      slugify: !!python/name:x', 'docs/a.md': 'x' },
      'docs',
    ],
    ['github', { 'a.md': 'x' }, ''],
  ])('follow the rule of %s in %j', async (slugs, files, below) => {
    const { pages } = await read(files as Readonly<Record<string, string>>, { below });
    expect([...pages.values()].map((page) => page.slugs)).toEqual([slugs]);
  });
});

describe('a configuration', () => {
  const mkdocs = {
    '.git/HEAD': '',
    'mkdocs.yml':
      'site_url: https://x.org/en/\ndocs_dir: content\nexclude_docs: |\n  !kept.md\n  # Drafts\n  /drafts/\n  *-part.md\nplugins:\n  - search\n  - exclude:\n      glob: ["old/*"]\n',
    'README.md': 'x',
    'content/index.md': 'x',
    'content/a/b.md': '---\nslug: c\n---\nx',
    'content/a/b-part.md': 'x',
    'content/drafts/d.md': 'x',
    'content/old/e.md': 'x',
  };
  const jekyll = {
    '_config.yml':
      'url: https://x.org\nbaseurl: /base\ncollections:\n  docs:\n    permalink: /:collection/:path/\n  news:\n    permalink: /:year/:title\n',
    '_docs/a/b.md': '---\nslug: c\n---\nx',
    '_docs/d.md': '---\npermalink: /own/\n---\nx',
    '_news/e.md': 'x',
    'more/f.md': 'x',
  };
  it.each([
    ['of MkDocs', '', mkdocs, ['/en', '/en/a/b']],
    ['of MkDocs above the pages', 'content', mkdocs, ['/en', '/en/a/b']],
    ['of MkDocs for some of them', 'content/a', mkdocs, ['/en/a/b', '/en/a/b-part']],
    ['of Jekyll for a collection', '_docs', jekyll, ['/base/docs/a/b', '/base/own']],
    ['of Jekyll for pages with dates', '_news', jekyll, ['/base/_news/e']],
    ['of Jekyll for other pages', 'more', jekyll, ['/base/more/f']],
  ])('%s says where the pages are and what is left out', async (_, below, files, expected) => {
    const { pages } = await read(files as Readonly<Record<string, string>>, { below });
    expect([...pages.keys()]).toEqual(expected.map((path) => `https://x.org${path}`));
    const dialect = files === mkdocs ? 'python-markdown' : 'kramdown';
    expect([...pages.values()].every((page) => page.dialect === dialect)).toBe(true);
  });

  it.each(['_toc.yml', 'b.yml'])('called `_config.yml` is not that of Jekyll beside `_toc.yml`: %s', async (other) => {
    const { pages } = await read({ '_config.yml': 'title: x', [other]: '', 'a.md': 'x' });
    const dialect = other === '_toc.yml' ? undefined : 'kramdown';
    expect([...pages.values()].map((page) => page.dialect)).toEqual([dialect]);
  });
});

describe('languages of pages in a folder', () => {
  it('are those of the folders that hold translations of other pages', async () => {
    const files = ['a.md', 'b/c.mdx', 'de/a.md', 'de/b/c.md', 'de/only.md', 'zh-cn/a.md', 'zh-cn/b/c.mdx'];
    expect(await locales(files)).toEqual({
      '/a': 'en',
      '/b/c': 'en',
      '/de/a': 'de',
      '/de/b/c': 'de',
      '/de/only': 'de',
      '/zh-cn/a': 'zh-CN',
      '/zh-cn/b/c': 'zh-CN',
    });
  });

  it('count from `en` where each language has its folder, and from the given one for the rest', async () => {
    const files = ['docs/en/a.md', 'docs/en/b.md', 'docs/pt_BR/a.md', 'docs/pt_BR/b.md'];
    expect(await locales(files)).toMatchObject({ '/docs/en/a': 'en', '/docs/pt_BR/a': 'pt-BR' });
    expect(await locales(['a.md', 'b.md', 'en/a.md', 'en/b.md'], 'ja')).toMatchObject({ '/a': 'ja', '/en/a': 'en' });
  });

  it('are not told by a name alone', async () => {
    const files = ['a.md', 'b.md', 'index.md', 'it/index.md', 'cs/x.md', 'cs/y.md', 'cs/a.md', 'qq/a.md', 'qq/b.md'];
    expect(new Set(Object.values(await locales(files)))).toEqual(new Set(['en']));
  });
});
