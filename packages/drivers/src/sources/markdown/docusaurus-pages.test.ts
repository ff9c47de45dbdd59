import { describe, expect, it } from 'vitest';
import { read } from '../testing/source-fixtures.ts';

const COMPUTED = {
  'docusaurus.config.js': `const kind = process.env.KIND;
    module.exports = { url: 'https://x.org', baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', ...(kind === 'all' ? ['fr'] : [])] } };`,
  'docs/a.md': 'a',
};

describe('languages that a configuration works out', () => {
  it('are reported with the option that supplies them', async () => {
    const { pages, said, messages } = await read(COMPUTED);
    expect([...pages.keys()]).toEqual(['https://x.org/docs/a']);
    expect(said).toEqual(['markdown:config']);
    expect(messages).toEqual([expect.stringMatching(/^`i18n\.locales` .*`--locales`/)]);
  });

  it('are taken from the settings, and then nothing is reported', async () => {
    const { pages, said } = await read(COMPUTED, { settings: { locales: ['en', 'fr'] } });
    expect([...pages.keys()]).toEqual(['https://x.org/docs/a', 'https://x.org/fr/docs/a']);
    expect(said).toEqual([]);
  });

  it('say nothing where an address was given, but not the languages', async () => {
    expect((await read(COMPUTED, { siteUrl: 'https://y.org/' })).said).toHaveLength(1);
  });
});

const OWN = {
  'docusaurus.config.js': `module.exports = { url: 'https://x.org', baseUrl: '/base/', i18n: { defaultLocale: 'en', locales: ['en', 'de', 'fr', 'ja', 'pt'],
    localeConfigs: { fr: { url: 'https://fr.x.org', baseUrl: '/' }, ja: { url: 'https://ja.x.org' }, pt: { baseUrl: '/base/brasil' } } } };`,
  'docs/a.md': 'a',
};

describe('addresses of languages (R21)', () => {
  it('are where the settings of the language put them', async () => {
    expect([...(await read(OWN)).pages.keys()]).toEqual([
      'https://fr.x.org/docs/a',
      'https://ja.x.org/base/ja/docs/a',
      'https://x.org/base/brasil/docs/a',
      'https://x.org/base/de/docs/a',
      'https://x.org/base/docs/a',
    ]);
  });

  it('follow the site to another address, save those that have an address of their own', async () => {
    expect([...(await read(OWN, { siteUrl: 'https://mirror.org/m/' })).pages.keys()]).toEqual([
      'https://fr.x.org/docs/a',
      'https://ja.x.org/m/ja/docs/a',
      'https://mirror.org/m/brasil/docs/a',
      'https://mirror.org/m/de/docs/a',
      'https://mirror.org/m/docs/a',
    ]);
  });
});

describe('the syntax of a page', () => {
  it('is what its front matter says, else what the site says', async () => {
    const files = {
      'docs/a.md': 'x',
      'docs/b.mdx': 'x',
      'docs/c.mdx': '---\nmdx:\n  format: md\n---\nx',
      'docs/d.md': '---\nmdx:\n  format: detect\n---\nx',
      'docs/e.md': '---\nmdx: { format: mdx }\n---\nx',
    };
    const formats = async (format: string): Promise<readonly string[]> => {
      const config = { 'docusaurus.config.js': `module.exports = { markdown: { format: '${format}' } };` };
      const { pages } = await read({ ...files, ...config });
      return [...pages.values()].map((page) => page.format);
    };
    expect(await formats('mdx')).toEqual(['mdx', 'mdx', 'markdown', 'markdown', 'mdx']);
    expect(await formats('detect')).toEqual(['markdown', 'mdx', 'markdown', 'markdown', 'mdx']);
  });
});

describe('a plain folder', () => {
  it('takes `_index.md` for its folder, as Hugo does, and no other file that begins with `_`', async () => {
    const { pages } = await read({ '_index.md': '# Top', 'z/_index.md': '# Z', 'z/_part.md': '# Part' });
    expect([...pages.keys()]).toEqual(['http://localhost:3000/', 'http://localhost:3000/z']);
  });

  it('shows its index and reports the readme beside it', async () => {
    const { pages, said, messages } = await read({ 'README.md': '# R', 'index.md': '# I', 'z/README.md': '# Z' });
    expect([...pages.keys()]).toEqual(['http://localhost:3000/', 'http://localhost:3000/z']);
    expect(said).toEqual(['markdown:duplicate-url']);
    expect(messages).toEqual([expect.stringMatching(/^`README\.md` .* `index\.md`/)]);
  });
});
