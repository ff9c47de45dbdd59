import { describe, expect, it } from 'vitest';
import type { Block, TableBlock } from '../types/block.ts';
import type { Mark } from '../types/mark.ts';
import type { RawPage } from '../types/source.ts';
import { parsePage } from './parse-page.ts';

const PAGE = {
  url: 'https://docs.example.org/book/guide/start',
  sourceFile: 'guide/start.md',
  title: 'Start',
  imports: {},
  links: {
    './other.md': 'https://docs.example.org/book/guide/other',
    '/guide/rooted': 'https://docs.example.org/book/guide/rooted',
  },
  locale: 'en',
  version: '',
  module: 'guide',
} as const;

function blocksOf(format: RawPage['format'], body: string, page: Partial<RawPage> = {}): readonly Block[] {
  const { blocks = [] } = parsePage({ ...PAGE, format, body, ...page }).page ?? {};
  return blocks.filter(({ type }) => type !== 'heading');
}

function html(body: string, page: Partial<RawPage> = {}): readonly Block[] {
  return blocksOf('html', `<main>${body}</main>`, page);
}

function marksOf({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }): readonly string[] {
  return marks.map(
    ({ kind, start, end, href }) => `${kind} “${text.slice(start, end)}”${href === '' ? '' : ` ${href}`}`,
  );
}

function lineOf(blocks: readonly Block[]): { readonly text: string; readonly marks: readonly string[] } {
  const [block, ...others] = blocks;
  expect(others).toEqual([]);
  if (block?.type !== 'paragraph') throw new Error(`not a paragraph: ${JSON.stringify(block)}`);
  return { text: block.text, marks: marksOf(block) };
}

const SITE = 'https://docs.example.org/book';

describe('a line is its text and how the page shows it, the same from Markdown and from HTML (R21, R22)', () => {
  it.each<[what: string, markdown: string, html: string, text: string, marks: readonly string[]]>([
    ['plain text has no marks', 'Just words.', '<p>Just words.</p>', 'Just words.', []],
    [
      'code',
      'Run `npm  start` now.',
      '<p>Run <code>npm  start</code> now.</p>',
      'Run npm start now.',
      ['code “npm start”'],
    ],
    ['code with backticks', 'A `` `x` `` here', '<p>A <code>`x`</code> here</p>', 'A `x` here', ['code “`x`”']],
    ['keys', 'Hit <kbd>Esc</kbd>.', '<p>Hit <kbd>Esc</kbd>.</p>', 'Hit Esc.', ['code “Esc”']],
    [
      'strong and emphasised text',
      'A **b** *c* <b>d</b> <i>e</i>',
      '<p>A <strong>b</strong> <em>c</em> <b>d</b> <i>e</i></p>',
      'A b c d e',
      ['strong “b”', 'emphasis “c”', 'strong “d”', 'emphasis “e”'],
    ],
    [
      'marks within marks, the outer ones first',
      '**do *not* `rm`** it',
      '<p><strong>do <em>not</em> <code>rm</code></strong> it</p>',
      'do not rm it',
      ['strong “do not rm”', 'emphasis “not”', 'code “rm”'],
    ],
    [
      'the same mark twice is one',
      '**a <b>b</b> c**',
      '<p><strong>a <b>b</b> c</strong></p>',
      'a b c',
      ['strong “a b c”'],
    ],
    ['a word cut in two by a mark', 'in**ter**nal', '<p>in<strong>ter</strong>nal</p>', 'internal', ['strong “ter”']],
    [
      'white space that folds',
      'A\n**b\nc** <em> d </em>  e',
      '<p>A\n<strong>b\nc</strong> <em> d </em>  e</p>',
      'A b c d e',
      ['strong “b c”', 'emphasis “d”'],
    ],
    ['marks around nothing', 'A <b> </b><i></i>b', '<p>A <b> </b><i></i>b</p>', 'A b', []],
    [
      'characters that nobody sees',
      'A\u200b **b\u200bc\u200b** d',
      '<p>A\u200b <strong>b\u200bc\u200b</strong> d</p>',
      'A bc d',
      ['strong “bc”'],
    ],
    [
      'entities and escapes',
      '\\*a\\* **&lt;b&gt; &amp; c** &copy;',
      '<p>*a* <strong>&lt;b&gt; &amp; c</strong> &copy;</p>',
      '*a* <b> & c ©',
      ['strong “<b> & c”'],
    ],
    [
      'text beyond the first plane',
      '😀 **😀 b** `😀`',
      '<p>😀 <strong>😀 b</strong> <code>😀</code></p>',
      '😀 😀 b 😀',
      ['strong “😀 b”', 'code “😀”'],
    ],
    [
      'text from right to left',
      'شغّل **الأمر** `npm start` الآن',
      '<p>شغّل <strong>الأمر</strong> <code>npm start</code> الآن</p>',
      'شغّل الأمر npm start الآن',
      ['strong “الأمر”', 'code “npm start”'],
    ],
    ['breaks', '**a  \nb** c', '<p><strong>a<br>b</strong> c</p>', 'a b c', ['strong “a b”']],
    [
      'formulas',
      'Let $x^2$ be.',
      '<p>Let <span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math></span> be.</p>',
      'Let x^2 be.',
      ['math “x^2”'],
    ],
    [
      'links to files, with titles and anchors',
      "See [the *other*](./other.md#part 'Title').",
      '<p>See <a href="/book/guide/other#part" title="Title">the <em>other</em></a>.</p>',
      'See the other.',
      [`link “the other” ${SITE}/guide/other#part`, 'emphasis “other”'],
    ],
    [
      'links below the base path of the site, and within the page',
      '[a](/guide/rooted) [b](#x) [c](next)',
      '<p><a href="/book/guide/rooted">a</a> <a href="#x">b</a> <a href="next">c</a></p>',
      'a b c',
      [`link “a” ${SITE}/guide/rooted`, `link “b” ${SITE}/guide/start#x`, `link “c” ${SITE}/guide/next`],
    ],
    [
      'links by reference, around code',
      '**[`a`][one]** [two] [not]\n\n[one]: ./other.md\n[two]: <https://docs.example.org/book/b/index.html?x=1#y> "T"',
      '<p><strong><a href="other"><code>a</code></a></strong> <a href="../b/index.html?x=1#y">two</a> [not]</p>',
      'a two [not]',
      ['strong “a”', `link “a” ${SITE}/guide/other`, 'code “a”', `link “two” ${SITE}/b#y`],
    ],
    [
      'links elsewhere, and to files that are no pages',
      '[a](https://example.com/x) [b](mailto:a@example.org) [c](./gone.md) <https://example.net>',
      '<p><a href="https://example.com/x">a</a> <a href="mailto:a@example.org">b</a> <a href="./gone.md">c</a> <a href="https://example.net">https://example.net</a></p>',
      'a b c https://example.net',
      [],
    ],
    ['struck-out text', 'It weighs ~~99~~ 4 kg.', '<p>It weighs <del>99</del> 4 kg.</p>', 'It weighs 4 kg.', []],
    [
      'text struck out by other means',
      'Not <s>a</s> <strike>b</strike> <span style="text-decoration: line-through">c</span> d',
      '<p>Not <s>a</s> <strike>b</strike> <span style="text-decoration: line-through">c</span> d</p>',
      'Not d',
      [],
    ],
    ['raised text', '10<sup>6</sup> bolts', '<p>10<sup>6</sup> bolts</p>', '10^6 bolts', ['sup “^6”']],
    ['raised text with a sign', '10<sup>-3</sup> m', '<p>10<sup>-3</sup> m</p>', '10^-3 m', ['sup “^-3”']],
    [
      'raised text of several words, or with more behind it',
      '2<sup>n - 1</sup> and x<sup>2</sup>y',
      '<p>2<sup>n - 1</sup> and x<sup>2</sup>y</p>',
      '2^(n - 1) and x^(2)y',
      ['sup “^(n - 1)”', 'sup “^(2)”'],
    ],
    [
      'raised text with spaces at its ends',
      '2<sup> n + 1 </sup> 2<sup> 3 </sup>x 2<sup>a b </sup>',
      '<p>2<sup> n + 1 </sup> 2<sup> 3 </sup>x 2<sup>a b </sup></p>',
      '2^(n + 1 ) 2^3 x 2^(a b )',
      ['sup “^(n + 1 )”', 'sup “^3”', 'sup “^(a b )”'],
    ],
    [
      'raised and lowered text side by side and within each other',
      'x<sub>i</sub><sup>2</sup> e<sup>x<sup>2</sup></sup>',
      '<p>x<sub>i</sub><sup>2</sup> e<sup>x<sup>2</sup></sup></p>',
      'x_i^2 e^(x^2)',
      ['sub “_i”', 'sup “^2”', 'sup “^(x^2)”', 'sup “^2”'],
    ],
    [
      'raised text that reads well as it is',
      '1<sup>st</sup> Ibid<sup>TM</sup> H<sub>2</sub>O <sup>a</sup>',
      '<p>1<sup>st</sup> Ibid<sup>TM</sup> H<sub>2</sub>O <sup>a</sup></p>',
      '1st IbidTM H2O a',
      ['sup “st”', 'sup “TM”', 'sub “2”', 'sup “a”'],
    ],
    [
      'numbers of notes',
      'It is 4<sup><a href="#n1">1</a></sup> kg',
      '<p>It is 4<sup><a href="#n1">1</a></sup> kg</p>',
      'It is 4 kg',
      [],
    ],
    [
      'words hidden from screen readers alone',
      'is <span aria-hidden="true">not</span> 40 <span class="icon" aria-hidden="true">home</span> kg',
      '<p>is <span aria-hidden="true">not</span> 40 <span class="icon" aria-hidden="true">home</span> kg</p>',
      'is not 40 kg',
      [],
    ],
  ])('%s', (_what, markdown, markup, text, marks) => {
    expect(lineOf(html(markup))).toEqual({ text, marks });
    expect(lineOf(blocksOf('markdown', markdown))).toEqual({ text, marks });
  });

  it('an icon or a link of a heading to itself that is hidden from screen readers is no word', () => {
    expect(
      lineOf(html('<p>a <a aria-hidden=true href="#x">b</a> <i class="fa fa-x" aria-hidden=true>c</i></p>')).text,
    ).toBe('a');
  });

  it('relative links count from where the page is served', () => {
    const link = '<p><a href="../b">b</a></p>';
    expect(lineOf(html(link)).marks).toEqual([`link “b” ${SITE}/b`]);
    expect(lineOf(html(link, { sourceFile: 'guide/start/index.html' })).marks).toEqual([`link “b” ${SITE}/guide/b`]);
    const head = `<head><link rel=canonical href="${PAGE.url}/"></head>`;
    expect(lineOf(blocksOf('html', `${head}<main>${link}</main>`)).marks).toEqual([`link “b” ${SITE}/guide/b`]);
    const based = `<head><base href="/elsewhere/x/"></head>`;
    expect(lineOf(blocksOf('html', `${based}<main>${link}</main>`)).marks).toEqual([
      'link “b” https://docs.example.org/elsewhere/b',
    ]);
  });

  it('a mark that goes on over blocks of a Markdown file stands on each of them', () => {
    const blocks = blocksOf('markdown', '**a <div>b</div> c** d');
    expect(blocks.map((block) => block.type === 'paragraph' && [block.text, ...marksOf(block)])).toEqual([
      ['a', 'strong “a”'],
      ['b', 'strong “b”'],
      ['c d', 'strong “c”'],
    ]);
  });
});

function tableOf(blocks: readonly Block[]): TableBlock {
  const table = blocks.find((block): block is TableBlock => block.type === 'table');
  if (table === undefined) throw new Error('no table');
  return table;
}

function textsOf({ caption, header, rows }: TableBlock): unknown {
  return [caption, header.map(({ text }) => text), ...rows.map((row) => row.map(({ text }) => text))];
}

const row = (cells: string): string => `<tr>${cells}</tr>`;

describe('tables keep what their cells mean (R22)', () => {
  it.each<[what: string, markup: string, expected: unknown]>([
    [
      'headers that span columns stand above each of them, and two rows of headers are one',
      `<table><caption>Use</caption><thead>${row('<th rowspan="2">Model</th><th colspan="2">Allowed</th>')}${row('<th>indoors</th><th>outdoors</th>')}</thead><tbody>${row('<td>A</td><td>yes</td><td>no</td>')}</tbody></table>`,
      ['Use', ['Model', 'Allowed indoors', 'Allowed outdoors'], ['A', 'yes', 'no']],
    ],
    [
      'cells that span rows stand in each of them, also beside others',
      `<table><thead>${row('<th>a</th><th>b</th><th>c</th>')}</thead><tbody>${row('<td rowspan="3">1</td><td>2</td><td>3</td>')}${row('<td rowspan="2">4</td><td>5</td>')}${row('<td>6</td>')}${row('<td>7</td><td>8</td><td>9</td>')}</tbody></table>`,
      ['', ['a', 'b', 'c'], ['1', '2', '3'], ['1', '4', '5'], ['1', '4', '6'], ['7', '8', '9']],
    ],
    [
      'cells that span columns stand in each of them, a row of one cell is a heading',
      `<table><thead>${row('<th>a</th><th>b</th><th>c</th>')}</thead><tbody>${row('<td colspan="3">Group</td>')}${row('<td>1</td><td colspan="2">2</td>')}</tbody></table>`,
      ['', ['a', 'b', 'c'], ['Group'], ['1', '2', '2']],
    ],
    [
      'a first row in bold, or one that says so, is the header; else there is none',
      `<table><tbody>${row('<td><b>a</b></td><td><strong>b</strong></td>')}${row('<td>1</td><td>2</td>')}</tbody></table>`,
      ['', ['a', 'b'], ['1', '2']],
    ],
    [
      'a first row that says so is the header',
      `<table><tbody>${row('<td scope="col">a</td><td scope="col">b</td>')}${row('<td>1</td><td>2</td>')}</tbody></table>`,
      ['', ['a', 'b'], ['1', '2']],
    ],
    [
      'without such a row there is no header',
      `<table><tbody>${row('<td>a</td><td><b>b</b></td>')}${row('<td>1</td><td>2</td>')}</tbody></table>`,
      ['', [], ['a', 'b'], ['1', '2']],
    ],
  ])('%s', (_what, markup, expected) => {
    expect(textsOf(tableOf(html(markup)))).toEqual(expected);
    expect(textsOf(tableOf(blocksOf('markdown', markup)))).toEqual(expected);
  });

  it('cells have marks', () => {
    const fromMarkdown = tableOf(blocksOf('markdown', '| a | `b` |\n| - | - |\n| *1* | [2](./other.md) |'));
    const fromHtml = tableOf(
      html(
        '<table><thead><tr><th>a</th><th><code>b</code></th></tr></thead><tr><td><em>1</em></td><td><a href="other">2</a></td></tr></table>',
      ),
    );
    expect(fromMarkdown).toEqual(fromHtml);
    expect([...fromHtml.header, ...fromHtml.rows.flat()].map(marksOf)).toEqual([
      [],
      ['code “b”'],
      ['emphasis “1”'],
      [`link “2” ${SITE}/guide/other`],
    ]);
  });

  it('a small page that repeats its cells very often does not fill the memory', () => {
    const many = `<td rowspan=60000 colspan=1000>${'x'.repeat(100)}</td>`.repeat(20);
    const blocks = html(`<table><tr>${many}</tr>${'<tr><td>1</td></tr>'.repeat(20_000)}</table>`);
    expect(JSON.stringify(blocks).length).toBeLessThan(20_000_000);
  });
});
