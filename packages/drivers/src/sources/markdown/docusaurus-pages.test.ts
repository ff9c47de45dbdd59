import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { markdownSource, type MarkdownSourceOptions } from '../markdown.ts';

const roots: string[] = [];

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

async function list(
  files: Readonly<Record<string, string>>,
  options: Omit<MarkdownSourceOptions, 'root'> = {},
): Promise<{ urls: string[]; formats: string[]; said: string[] }> {
  const root = await mkdtemp(join(tmpdir(), 'ibid-docusaurus-'));
  roots.push(root);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const source = markdownSource({ root, ...options });
  const urls: string[] = [];
  const formats: string[] = [];
  for await (const entry of source.list()) {
    urls.push(entry.url);
    formats.push((await source.load(entry)).page?.format ?? '');
  }
  return { urls, formats, said: source.diagnostics.map(({ rule, message }) => `${rule} ${message}`) };
}

const COMPUTED = {
  'docusaurus.config.js': `const kind = process.env.KIND;
    module.exports = { url: 'https://x.org', baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', ...(kind === 'all' ? ['fr'] : [])] } };`,
  'docs/a.md': 'a',
};

describe('languages that a configuration works out', () => {
  it('are reported with the option that supplies them', async () => {
    const { urls, said } = await list(COMPUTED);
    expect(urls).toEqual(['https://x.org/docs/a']);
    expect(said).toEqual([expect.stringMatching(/^markdown:config `i18n\.locales` .*`--locales`/)]);
  });

  it('are taken from the settings, and then nothing is reported', async () => {
    const { urls, said } = await list(COMPUTED, { settings: { locales: ['en', 'fr'] } });
    expect(urls).toEqual(['https://x.org/docs/a', 'https://x.org/fr/docs/a']);
    expect(said).toEqual([]);
  });

  it('say nothing where an address was given, but not the languages', async () => {
    expect((await list(COMPUTED, { siteUrl: 'https://y.org/' })).said).toHaveLength(1);
  });
});

const OWN = {
  'docusaurus.config.js': `module.exports = { url: 'https://x.org', baseUrl: '/base/', i18n: { defaultLocale: 'en', locales: ['en', 'de', 'fr', 'ja', 'pt'],
    localeConfigs: { fr: { url: 'https://fr.x.org', baseUrl: '/' }, ja: { url: 'https://ja.x.org' }, pt: { baseUrl: '/base/brasil' } } } };`,
  'docs/a.md': 'a',
};

describe('addresses of languages (R21)', () => {
  it('are where the settings of the language put them', async () => {
    expect((await list(OWN)).urls).toEqual([
      'https://fr.x.org/docs/a',
      'https://ja.x.org/base/ja/docs/a',
      'https://x.org/base/brasil/docs/a',
      'https://x.org/base/de/docs/a',
      'https://x.org/base/docs/a',
    ]);
  });

  it('follow the site to another address, save those that have an address of their own', async () => {
    expect((await list(OWN, { siteUrl: 'https://mirror.org/m/' })).urls).toEqual([
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
    const formats = async (format: string): Promise<readonly string[]> =>
      (await list({ ...files, 'docusaurus.config.js': `module.exports = { markdown: { format: '${format}' } };` }))
        .formats;
    expect(await formats('mdx')).toEqual(['mdx', 'mdx', 'markdown', 'markdown', 'mdx']);
    expect(await formats('detect')).toEqual(['markdown', 'mdx', 'markdown', 'markdown', 'mdx']);
  });
});

describe('a plain folder', () => {
  it('takes `_index.md` for its folder, as Hugo does, and no other file that begins with `_`', async () => {
    const { urls } = await list({ '_index.md': '# Top', 'z/_index.md': '# Z', 'z/_part.md': '# Part' });
    expect(urls).toEqual(['http://localhost:3000/', 'http://localhost:3000/z']);
  });
});

describe('a plain folder with an index and a readme', () => {
  it('shows the index and reports the readme', async () => {
    const { urls, said } = await list({ 'README.md': '# R', 'index.md': '# I', 'z/README.md': '# Z' });
    expect(urls).toEqual(['http://localhost:3000/', 'http://localhost:3000/z']);
    expect(said).toEqual([expect.stringMatching(/^markdown:duplicate-url `README\.md` .* `index\.md`/)]);
  });
});
