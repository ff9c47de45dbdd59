import type { RawPage } from '@ibid/core/types';
import { parsePage } from '@ibid/core/parse';
import { afterAll, expect, test } from 'vitest';
import { workerParser, type WorkerParser } from './worker.ts';

const parser = workerParser({ timeoutMs: 60_000 });
const others: WorkerParser[] = [];

afterAll(async () => {
  for (const open of [parser, ...others]) await open.close();
});

function opened(options: Parameters<typeof workerParser>[0]): WorkerParser {
  const other = workerParser(options);
  others.push(other);
  return other;
}

function raw(body: string, format: RawPage['format'] = 'html'): RawPage {
  return {
    url: 'https://example.org/a',
    format,
    body,
    sourceFile: 'a',
    title: '',
    imports: {},
    locale: '',
    version: '',
    module: 'root',
  };
}

test.each(['html', 'markdown', 'mdx', 'mdbook'] as const)(
  'a %s page comes out as it does without a thread',
  async (format) => {
    const page = raw(format === 'html' ? '<h1>A</h1><p>b' : '# A\n\nb\n', format);
    expect(await parser.parse(page)).toEqual(parsePage(page));
  },
);

test('links are read under the same guard', async () => {
  expect(await parser.links('<a href=b>b</a>', 'https://example.org/a')).toMatchObject({
    links: { links: ['https://example.org/b'] },
    diagnostics: [],
  });
});

test.each([
  ['5,000 nested tags', '<div>'.repeat(5000)],
  ['100,000 nested tags', '<b>'.repeat(100_000)],
  ['100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_entry, at) => `a${at}`).join(' ')}>`],
  ['20,000 unclosed links', '<a href=x>y'.repeat(20_000)],
  ['4 MB of text', 'some words '.repeat(360_000)],
  ['a quarter of a million entities', '&lt;'.repeat(250_000)],
])('%s are parsed', async (_name, body) => {
  const { page } = await parser.parse(raw(`${body}end`));
  expect(JSON.stringify(page?.blocks.at(-1))).toContain('end');
});

test('tables within 30 tables are read once each, not once for each way to them', async () => {
  const body = `${'<table><tr><td>'.repeat(30)}${'</td></tr></table>'.repeat(30)}\n\nend\n`;
  expect(await parser.parse(raw(body, 'markdown'))).toMatchObject({
    page: { blocks: [{ type: 'paragraph', text: 'end' }] },
    diagnostics: [],
  });
});

test('a page that takes too long is given up, and the next one is parsed', async () => {
  const hasty = opened({ timeoutMs: 1 });
  expect(await hasty.parse(raw('<b><i><p>'.repeat(20_000)))).toMatchObject({
    page: undefined,
    diagnostics: [{ severity: 'error', rule: 'parse:timed-out', page: 'https://example.org/a' }],
  });
});

test('a page that fills the heap is given up, and the next one is parsed', async () => {
  const small = opened({ heapMb: 24, timeoutMs: 60_000 });
  const imports = { './a.mdx': '*x* '.repeat(200_000) };
  expect(await small.parse({ ...raw("import A from './a.mdx'\n\n<A />\n", 'mdx'), imports })).toMatchObject({
    page: undefined,
    diagnostics: [{ rule: 'parse:out-of-memory' }],
  });
  expect((await small.parse(raw('<p>next'))).page?.blocks).toEqual([{ type: 'paragraph', text: 'next', marks: [] }]);
});

test('a Markdown table of many rows is read some rows at a time, which takes little memory', async () => {
  const small = opened({ heapMb: 64, timeoutMs: 60_000 });
  const rows = Array.from({ length: 8_000 }, (_, at) => `| part ${at} | ${at} g |\n`);
  const { page, diagnostics } = await small.parse(raw(`| part | mass |\n|---|---|\n${rows.join('')}`, 'markdown'));
  expect(diagnostics).toEqual([]);
  expect(page?.blocks[0]).toMatchObject({ type: 'table', rows: { length: 8_000 } });
});

test('a page that is too large, with what it imports, is not parsed', async () => {
  const small = opened({ maxBytes: 100 });
  const page = { ...raw('é'.repeat(30), 'mdx'), imports: { './a.mdx': 'é'.repeat(30) } };
  expect(await small.parse(page)).toMatchObject({
    page: undefined,
    diagnostics: [{ rule: 'parse:too-large', message: expect.stringContaining('120 bytes') }],
  });
  expect(await small.links('x'.repeat(101), 'https://example.org/a')).toMatchObject({
    links: undefined,
    diagnostics: [{ rule: 'parse:too-large' }],
  });
});

test('abort and close reject with their codes', async () => {
  const one = opened({});
  await expect(one.parse(raw('a'), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
  await one.close();
  await expect(one.parse(raw('a'))).rejects.toMatchObject({ code: 'CLOSED' });
});
