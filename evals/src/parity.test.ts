import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block, Page } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlToBlocks, parseMarkdown } from '@ibid/core/parse';
import { dataFolder } from './data-folder.ts';
import { compareSides, measureParity, PARITY_SETS, type SidePage } from './parity.ts';
import { readRows } from './read-rows.ts';

function side(url: string, blocks: readonly Block[], ids = ['1'], missing = false): SidePage {
  const page: Page = { url, title: 'T', sourceFile: 's', locale: '', version: '', module: 'root', blocks };
  const diagnostics = missing
    ? [{ severity: 'warning', rule: 'markdown:missing-import', message: 'm', page: url } as const]
    : [];
  return { page, ids, text: JSON.stringify(blocks), diagnostics };
}

function words(text: string): readonly Block[] {
  return [{ type: 'paragraph', text, marks: [] }];
}

describe('comparing two sides', () => {
  test('counts what is equal and says why the rest differs', () => {
    const markdown = new Map([
      ['https://h/a', side('https://h/a', words('same'))],
      ['https://h/b', side('https://h/b', words('old words'))],
      ['https://h/c', side('https://h/c', words('intro'), ['1'], true)],
      ['https://h/d', side('https://h/d', words('a title'))],
      ['https://h/e', side('https://h/e', words('only here'))],
    ]);
    const html = new Map([
      ['https://h/a', side('https://h/a', words('same'))],
      ['https://h/b', side('https://h/b', words('new words'))],
      ['https://h/c', side('https://h/c', words('intro and include'), ['1', '2'])],
      ['https://h/d', side('https://h/d', [{ type: 'heading', depth: 2, text: 'a title', anchor: '' }])],
    ]);
    expect(compareSides(markdown, html)).toEqual({
      both: 4,
      idsEqual: 3,
      textEqual: 1,
      onlyMarkdown: ['https://h/e'],
      onlyHtml: [],
      differences: [
        {
          url: 'https://h/b',
          reason: 'other words',
          idsEqual: true,
          misread: [],
          markdown: 'old words',
          html: 'new words',
        },
        {
          url: 'https://h/c',
          reason: 'missing include',
          idsEqual: false,
          misread: [],
          markdown: 'intro',
          html: 'intro and include',
        },
        {
          url: 'https://h/d',
          reason: 'other structure',
          idsEqual: true,
          misread: ['a title'],
          markdown: 'a title',
          html: '## a title {#}',
        },
      ],
    });
  });
});

const data = dataFolder();

describe.skipIf(data === undefined)('sites in both forms (needs IBID_EVAL_DATA)', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-parity-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test.each(PARITY_SETS.filter(({ name }) => name.startsWith('html-docusaurus')))(
    '$name gives the same chunk ids from Markdown and from HTML (R21)',
    async (set) => {
      const { both, idsEqual, textEqual } = await measureParity(set, data!, folder);
      expect(both).toBeGreaterThan(20);
      expect(idsEqual / both).toBeGreaterThanOrEqual(0.97);
      expect(textEqual / both).toBeGreaterThanOrEqual(0.9);
    },
  );

  test('CommonMark examples mean what their HTML means', async () => {
    const rows = await readRows<{ readonly markdown: string; readonly html: string }>(
      join(data!, 'parser-conformance'),
      'commonmark-spec.jsonl',
    );
    const empty = { sourceFile: 'a', title: '', imports: {}, locale: '', version: '', module: 'root' };
    const equal = rows.filter(({ markdown, html }) => {
      const { page } = parseMarkdown({ ...empty, url: 'https://h/a', format: 'markdown', body: markdown });
      return withoutIds(page!.blocks) === withoutIds(htmlToBlocks(html, 'https://h/a'));
    });
    expect(rows.length).toBeGreaterThan(600);
    // One example is front matter here, and one needs a newer Unicode version.
    expect(rows.length - equal.length).toBeLessThanOrEqual(2);
  });
});

/** The examples have no heading ids, and not every language class. */
function withoutIds(blocks: readonly Block[]): string {
  return JSON.stringify(blocks, (key, value: unknown) => (key === 'anchor' || key === 'language' ? undefined : value));
}
