import { expect, test } from 'vitest';
import type { Block } from '../../types/block.ts';
import type { ParsedPage } from '../../types/page-parser.ts';
import { rawPage } from '../testing/read-page.ts';
import { parseHtml } from './parse-html.ts';

function parse(body: string): ParsedPage {
  return parseHtml(rawPage('html', body));
}

test.each([
  ['div', 100_000],
  ['blockquote', 100_000],
  ['b', 20_000],
  ['ul><li', 20_000],
  ['table><tr><td', 20_000],
  ['details', 20_000],
  ['dl><dd', 20_000],
  ['span', 5000],
])('<%s> nested %i times neither overflows nor loses the text', (tags, times) => {
  const { page, diagnostics } = parse(`<p>before</p>${`<${tags}>`.repeat(times)}deep`);
  expect(JSON.stringify(page?.blocks)).toMatch(/before.*deep/);
  expect(diagnostics).toMatchObject([{ rule: 'html:too-deep', severity: 'warning' }]);
});

test('structure is kept down to the cap', () => {
  const { page } = parse(`${'<blockquote>'.repeat(5000)}deep`);
  let depth = 0;
  for (let block: Block | undefined = page?.blocks[0]; block?.type === 'quote'; block = block.children[0]) depth += 1;
  expect(depth).toBeGreaterThan(500);
  expect(depth).toBeLessThan(512);
});

test('a hundred thousand attributes do no harm', () => {
  const attributes = Array.from({ length: 100_000 }, (_entry, at) => `a${at}=1`).join(' ');
  expect(parse(`<div ${attributes}>text</div>`).page?.blocks).toEqual([{ type: 'paragraph', text: 'text', marks: [] }]);
});

test('twenty thousand unclosed links are text', () => {
  const { page } = parse('<a href="#">x '.repeat(20_000));
  expect(page?.blocks).toHaveLength(1);
});

test('floods of entities, spaces, comments and classes end', () => {
  expect(parse('&amp;'.repeat(200_000)).page?.blocks).toEqual([
    { type: 'paragraph', text: '&'.repeat(200_000), marks: [] },
  ]);
  expect(parse(`<h2>${' '.repeat(500_000)}x${' '.repeat(500_000)}</h2>`).page?.blocks).toMatchObject([{ text: 'x' }]);
  expect(parse(`${'<!-- x -->'.repeat(100_000)}<p>y`).page?.blocks).toMatchObject([{ text: 'y' }]);
  expect(parse(`<p class="${'a '.repeat(200_000)}">z`).page?.blocks).toMatchObject([{ text: 'z' }]);
  expect(parse(`<p hidden>${'<i>a</i>'.repeat(300_000)}</p><p>y`).page?.blocks).toMatchObject([{ text: 'y' }]);
});

test('a hundred thousand articles are read once', () => {
  expect(parse('<article>a</article>'.repeat(100_000)).page?.blocks).toHaveLength(100_000);
});

test('floods of raised, marked and empty text end', () => {
  const flood = `${'a '.repeat(50_000)}${'<sup></sup>'.repeat(20_000)}${'<sup>1</sup><b></b>'.repeat(20_000)}${'<sub><sup>'.repeat(5_000)}x`;
  const block = parse(`<p>${flood}`).page?.blocks[0];
  expect(block?.type === 'paragraph' && block.marks.length).toBeGreaterThan(20_000);
});
