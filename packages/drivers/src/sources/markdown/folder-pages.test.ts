import { describe, expect, it } from 'vitest';
import { read } from '../testing/source-fixtures.ts';

async function addresses(files: Readonly<Record<string, string>>, siteUrl = 'https://x.org/docs/'): Promise<string[]> {
  return [...(await read(files, { siteUrl })).pages.keys()];
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
