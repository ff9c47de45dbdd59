import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block, Source } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunkPage } from '@ibid/core/chunk';
import { parsePage } from '@ibid/core/parse';
import { htmlSource } from '@ibid/drivers/sources/html';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { dataFolder } from './data-folder.ts';
import { readRows } from './read-rows.ts';
import { unpack } from './unpack.ts';

const SITES: readonly { name: string; siteUrl: string; markdown: string; locales?: readonly string[] }[] = [
  {
    name: 'html-docusaurus-ai_native_textbook',
    siteUrl: 'https://usmankhan0016.github.io/ai_native-textbook/',
    markdown: '',
  },
  {
    name: 'html-docusaurus-search-local-i18n',
    siteUrl: 'https://easyops-cn.github.io/docusaurus-search-local/',
    markdown: 'website',
    // The configuration file would have to be run to know them.
    locales: ['en', 'zh-CN', 'zh-TW'],
  },
];

/** The chunk ids and the text of every page with content, by URL. */
async function readChunks(
  source: Source,
): Promise<ReadonlyMap<string, { readonly ids: string; readonly text: string }>> {
  const pages = new Map<string, { readonly ids: string; readonly text: string }>();
  for await (const entry of source.list()) {
    const loaded = await source.load(entry);
    const page = loaded.page && parsePage(loaded.page).page;
    if (page === undefined) continue;
    const { chunks, text } = chunkPage(page);
    pages.set(page.url, { ids: chunks.map((chunk) => chunk.id).join(), text });
  }
  await source.close();
  return pages;
}

const data = dataFolder();

describe.skipIf(data === undefined)('sites in both forms (needs IBID_EVAL_DATA)', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-parity-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test.each(SITES)(
    '$name gives the same chunk ids from Markdown and from HTML (R21)',
    async ({ name, siteUrl, markdown, locales }) => {
      for (const side of ['html', 'src-md']) {
        await mkdir(join(folder, name, side), { recursive: true });
        await unpack(join(data!, name, `${side}.tar.gz`), join(folder, name, side));
      }
      const settings = locales === undefined ? {} : { settings: { locales } };
      const root = join(folder, name, 'src-md', markdown);
      const first = await readChunks(markdownSource({ root, siteUrl, ...settings }));
      const second = await readChunks(htmlSource({ root: join(folder, name, 'html'), siteUrl }));
      const both = [...first.keys()].filter((url) => second.has(url));
      const otherIds = both.filter((url) => first.get(url)!.ids !== second.get(url)!.ids);
      const otherText = both.filter((url) => first.get(url)!.text !== second.get(url)!.text);
      expect(both.length).toBeGreaterThan(20);
      expect(otherIds.length > 0.03 * both.length ? otherIds.slice(0, 10) : []).toEqual([]);
      expect(otherText.length > 0.1 * both.length ? otherText.slice(0, 10) : []).toEqual([]);
    },
  );

  test('CommonMark examples mean what their HTML means', async () => {
    const rows = await readRows<{ readonly markdown: string; readonly html: string }>(
      join(data!, 'parser-conformance'),
      'commonmark-spec.jsonl',
    );
    const empty = {
      url: 'https://h/a',
      sourceFile: 'a',
      title: '',
      imports: {},
      locale: '',
      version: '',
      module: 'root',
    };
    const read = (format: 'markdown' | 'html', body: string): string =>
      withoutIds(parsePage({ ...empty, format, body }).page?.blocks ?? []);
    const equal = rows.filter(
      ({ markdown, html }) => read('markdown', markdown) === read('html', `<main>${html}</main>`),
    );
    expect(rows.length).toBeGreaterThan(600);
    // One example is front matter here, and one needs a newer Unicode version.
    expect(rows.length - equal.length).toBeLessThanOrEqual(2);
  });
});

/** The examples have no heading ids, and not every language class. */
function withoutIds(blocks: readonly Block[]): string {
  return JSON.stringify(blocks, (key, value: unknown) => (key === 'anchor' || key === 'language' ? undefined : value));
}
