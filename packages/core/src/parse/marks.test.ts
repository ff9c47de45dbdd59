import { describe, expect, it } from 'vitest';
import type { Block, TableBlock } from '../types/block.ts';
import type { RawPage } from '../types/source.ts';
import { parsePage } from './parse-page.ts';
import { outline } from './testing/outline.ts';
import type { Line } from './write-line.ts';

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

/** The text with its marks around their words: `⟨kind: words⟩`, `⟨link /target: words⟩`. */
function withMarks({ text, marks }: Line): string {
  const opening = marks.map(({ kind, start, href }) => {
    return { at: start, sign: `⟨${kind}${href === '' ? '' : ` ${href.replace(SITE, '')}`}: ` };
  });
  const closing = marks.map(({ end }) => ({ at: end, sign: '⟩' }));
  const signs = [...closing, ...opening].toSorted((one, other) => one.at - other.at);
  return signs.reduceRight((shown, { at, sign }) => shown.slice(0, at) + sign + shown.slice(at), text);
}

function lineOf(blocks: readonly Block[]): string {
  const [block, ...others] = blocks;
  expect(others).toEqual([]);
  if (block?.type !== 'paragraph') throw new Error(`not a paragraph: ${JSON.stringify(block)}`);
  return withMarks(block);
}

const SITE = 'https://docs.example.org/book';

describe('a line is its text and how the page shows it, the same from Markdown and from HTML (R21, R22)', () => {
  it.each<[what: string, markdown: string, html: string, shown: string]>([
    ['code', 'Run `npm  start` now.', '<p>Run <code>npm  start</code> now.</p>', 'Run ⟨code: npm start⟩ now.'],
    ['code with backticks', 'A `` `x` `` here', '<p>A <code>`x`</code> here</p>', 'A ⟨code: `x`⟩ here'],
    [
      'strong and emphasised text',
      'A **b** *c* <b>d</b> <i>e</i>',
      '<p>A <strong>b</strong> <em>c</em> <b>d</b> <i>e</i></p>',
      'A ⟨strong: b⟩ ⟨emphasis: c⟩ ⟨strong: d⟩ ⟨emphasis: e⟩',
    ],
    [
      'marks within marks, the outer ones first',
      '**do *not* `rm`** it',
      '<p><strong>do <em>not</em> <code>rm</code></strong> it</p>',
      '⟨strong: do ⟨emphasis: not⟩ ⟨code: rm⟩⟩ it',
    ],
    ['the same mark twice is one', '**a <b>b</b> c**', '<p><strong>a <b>b</b> c</strong></p>', '⟨strong: a b c⟩'],
    ['a word cut in two by a mark', 'in**ter**nal', '<p>in<strong>ter</strong>nal</p>', 'in⟨strong: ter⟩nal'],
    [
      'white space that folds',
      'A\n**b\nc** <em> d </em>  e',
      '<p>A\n<strong>b\nc</strong> <em> d </em>  e</p>',
      'A ⟨strong: b c⟩ ⟨emphasis: d⟩ e',
    ],
    [
      'characters that nobody sees',
      'A\u200b **b\u200bc\u200b** d',
      '<p>A\u200b <strong>b\u200bc\u200b</strong> d</p>',
      'A ⟨strong: bc⟩ d',
    ],
    [
      'entities and escapes',
      '\\*a\\* **&lt;b&gt; &amp; c** &copy;',
      '<p>*a* <strong>&lt;b&gt; &amp; c</strong> &copy;</p>',
      '*a* ⟨strong: <b> & c⟩ ©',
    ],
    [
      'text beyond the first plane',
      '😀 **😀 b** `😀`',
      '<p>😀 <strong>😀 b</strong> <code>😀</code></p>',
      '😀 ⟨strong: 😀 b⟩ ⟨code: 😀⟩',
    ],
    ['breaks', '**a  \nb** c', '<p><strong>a<br>b</strong> c</p>', '⟨strong: a b⟩ c'],
    [
      'formulas',
      'Let $x^2$ be.',
      '<p>Let <span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math></span> be.</p>',
      'Let ⟨math: x^2⟩ be.',
    ],
    [
      'links to files, with titles and anchors',
      "See [the *other*](./other.md#part 'Title').",
      '<p>See <a href="/book/guide/other#part" title="Title">the <em>other</em></a>.</p>',
      'See ⟨link /guide/other#part: the ⟨emphasis: other⟩⟩.',
    ],
    [
      'links below the base path of the site, and within the page',
      '[a](/guide/rooted) [b](#x) [c](next)',
      '<p><a href="/book/guide/rooted">a</a> <a href="#x">b</a> <a href="next">c</a></p>',
      '⟨link /guide/rooted: a⟩ ⟨link /guide/start#x: b⟩ ⟨link /guide/next: c⟩',
    ],
    [
      'links by reference, around code',
      '**[`a`][one]** [two] [not]\n\n[one]: ./other.md\n[two]: <https://docs.example.org/book/b/index.html?x=1#y> "T"',
      '<p><strong><a href="other"><code>a</code></a></strong> <a href="../b/index.html?x=1#y">two</a> [not]</p>',
      '⟨strong: ⟨link /guide/other: ⟨code: a⟩⟩⟩ ⟨link /b#y: two⟩ [not]',
    ],
    [
      'links elsewhere, and to files that are no pages',
      '[a](https://example.com/x) [b](mailto:a@example.org) [c](./gone.md) <https://example.net>',
      '<p><a href="https://example.com/x">a</a> <a href="mailto:a@example.org">b</a> <a href="./gone.md">c</a> <a href="https://example.net">https://example.net</a></p>',
      'a b c https://example.net',
    ],
    ['struck-out text', 'It weighs ~~99~~ 4 kg.', '<p>It weighs <del>99</del> 4 kg.</p>', 'It weighs 4 kg.'],
  ])('%s', (_what, markdown, markup, shown) => {
    expect(lineOf(html(markup))).toBe(shown);
    expect(lineOf(blocksOf('markdown', markdown))).toBe(shown);
  });

  it.each<[what: string, both: string, shown: string]>([
    ['plain text has no marks', 'Just words.', 'Just words.'],
    ['keys', 'Hit <kbd>Esc</kbd>.', 'Hit ⟨code: Esc⟩.'],
    ['marks around nothing', 'A <b> </b><i></i>b', 'A b'],
    [
      'text struck out by other means',
      'Not <s>a</s> <strike>b</strike> <span style="text-decoration: line-through">c</span> d',
      'Not d',
    ],
    ['raised text', '10<sup>6</sup> bolts', '10⟨sup: ^6⟩ bolts'],
    ['raised text with a sign', '10<sup>-3</sup> m', '10⟨sup: ^-3⟩ m'],
    [
      'raised text of several words, or with more behind it',
      '2<sup>n - 1</sup> and x<sup>2</sup>y',
      '2⟨sup: ^(n - 1)⟩ and x⟨sup: ^(2)⟩y',
    ],
    [
      'raised text with spaces at its ends',
      '2<sup> n + 1 </sup> 2<sup> 3 </sup>x 2<sup>a b </sup>',
      '2⟨sup: ^(n + 1 )⟩ 2⟨sup: ^3⟩ x 2⟨sup: ^(a b )⟩',
    ],
    [
      'raised and lowered text side by side and within each other',
      'x<sub>i</sub><sup>2</sup> e<sup>x<sup>2</sup></sup>',
      'x⟨sub: _i⟩⟨sup: ^2⟩ e⟨sup: ^(x⟨sup: ^2⟩)⟩',
    ],
    [
      'raised text that reads well as it is',
      '1<sup>st</sup> Ibid<sup>TM</sup> H<sub>2</sub>O <sup>a</sup>',
      '1⟨sup: st⟩ Ibid⟨sup: TM⟩ H⟨sub: 2⟩O ⟨sup: a⟩',
    ],
    ['numbers of notes', 'It is 4<sup><a href="#n1">1</a></sup> kg', 'It is 4 kg'],
    [
      'words hidden from screen readers alone',
      'is <span aria-hidden="true">not</span> 40 <span class="icon" aria-hidden="true">home</span> kg',
      'is not 40 kg',
    ],
  ])('%s', (_what, both, shown) => {
    expect(lineOf(html(`<p>${both}</p>`))).toBe(shown);
    expect(lineOf(blocksOf('markdown', both))).toBe(shown);
  });

  it('an icon or a link of a heading to itself that is hidden from screen readers is no word', () => {
    const markup = '<p>a <a aria-hidden=true href="#x">b</a> <i class="fa fa-x" aria-hidden=true>c</i></p>';
    expect(lineOf(html(markup))).toBe('a');
  });

  it('relative links count from where the page is served', () => {
    const link = '<p><a href="../b">b</a></p>';
    const below = (head: string): string => lineOf(blocksOf('html', `<head>${head}</head><main>${link}</main>`));
    expect(lineOf(html(link))).toBe('⟨link /b: b⟩');
    expect(lineOf(html(link, { sourceFile: 'guide/start/index.html' }))).toBe('⟨link /guide/b: b⟩');
    expect(lineOf(blocksOf('markdown', '[b](../b)', { base: `${PAGE.url}/` }))).toBe('⟨link /guide/b: b⟩');
    expect(below(`<link rel=canonical href="${PAGE.url}/">`)).toBe('⟨link /guide/b: b⟩');
    expect(below('<base href="/elsewhere/x/">')).toBe('⟨link https://docs.example.org/elsewhere/b: b⟩');
  });

  it.each([
    ['a mark', '**a <div>b</div> c** d', '<b>a <div>b</div> c</b> d', '⟨strong: a⟩', '⟨strong: b⟩', '⟨strong: c⟩ d'],
    ['a link', '[a <p>b</p>](/book/x)', '<a href="/book/x">a <p>b</p></a>', '⟨link /x: a⟩', '⟨link /x: b⟩'],
  ])('%s that goes on over blocks stands on each of them', (_what, markdown, markup, ...expected) => {
    for (const blocks of [blocksOf('markdown', markdown), html(markup)]) {
      expect(blocks.map((block) => lineOf([block]))).toEqual(expected);
    }
  });
});

function tableOf(blocks: readonly Block[]): TableBlock {
  const table = blocks.find((block): block is TableBlock => block.type === 'table');
  if (table === undefined) throw new Error('no table');
  return table;
}

const row = (cells: string): string => `<tr>${cells}</tr>`;

describe('tables keep what their cells mean (R22)', () => {
  it.each<[what: string, markup: string, expected: readonly string[]]>([
    [
      'headers that span columns stand above each of them, and two rows of headers are one',
      `<table><caption>Use</caption><thead>${row('<th rowspan="2">Model</th><th colspan="2">Allowed</th>')}${row('<th>indoors</th><th>outdoors</th>')}</thead><tbody>${row('<td>A</td><td>yes</td><td>no</td>')}</tbody></table>`,
      ['table Use', '|= Model | Allowed indoors | Allowed outdoors', '| A | yes | no'],
    ],
    [
      'cells that span rows stand in each of them, also beside others',
      `<table><thead>${row('<th>a</th><th>b</th><th>c</th>')}</thead><tbody>${row('<td rowspan="3">1</td><td>2</td><td>3</td>')}${row('<td rowspan="2">4</td><td>5</td>')}${row('<td>6</td>')}${row('<td>7</td><td>8</td><td>9</td>')}</tbody></table>`,
      ['|= a | b | c', '| 1 | 2 | 3', '| 1 | 4 | 5', '| 1 | 4 | 6', '| 7 | 8 | 9'],
    ],
    [
      'cells that span columns stand in each of them, a row of one cell is a heading',
      `<table><thead>${row('<th>a</th><th>b</th><th>c</th>')}</thead><tbody>${row('<td colspan="3">Group</td>')}${row('<td>1</td><td colspan="2">2</td>')}</tbody></table>`,
      ['|= a | b | c', '| Group', '| 1 | 2 | 2'],
    ],
    [
      'a first row in bold, or one that says so, is the header; else there is none',
      `<table><tbody>${row('<td><b>a</b></td><td><strong>b</strong></td>')}${row('<td>1</td><td>2</td>')}</tbody></table>`,
      ['|= a | b', '| 1 | 2'],
    ],
    [
      'a first row that says so is the header',
      `<table><tbody>${row('<td scope="col">a</td><td scope="col">b</td>')}${row('<td>1</td><td>2</td>')}</tbody></table>`,
      ['|= a | b', '| 1 | 2'],
    ],
    [
      'without such a row there is no header',
      `<table><tbody>${row('<td>a</td><td><b>b</b></td>')}${row('<td>1</td><td>2</td>')}</tbody></table>`,
      ['| a | b', '| 1 | 2'],
    ],
  ])('%s', (_what, markup, expected) => {
    expect(outline(html(markup))).toEqual(expected);
    expect(outline(blocksOf('markdown', markup))).toEqual(expected);
  });

  it('cells have marks', () => {
    const fromMarkdown = tableOf(blocksOf('markdown', '| a | `b` |\n| - | - |\n| *1* | [2](./other.md) |'));
    const fromHtml = tableOf(
      html(
        '<table><thead><tr><th>a</th><th><code>b</code></th></tr></thead><tr><td><em>1</em></td><td><a href="other">2</a></td></tr></table>',
      ),
    );
    expect(fromMarkdown).toEqual(fromHtml);
    expect([...fromHtml.header, ...fromHtml.rows.flat()].map(withMarks)).toEqual([
      'a',
      '⟨code: b⟩',
      '⟨emphasis: 1⟩',
      '⟨link /guide/other: 2⟩',
    ]);
  });

  it('a small page that repeats its cells very often does not fill the memory', () => {
    const many = `<td rowspan=60000 colspan=1000>${'x'.repeat(100)}</td>`.repeat(20);
    const blocks = html(`<table><tr>${many}</tr>${'<tr><td>1</td></tr>'.repeat(20_000)}</table>`);
    expect(JSON.stringify(blocks).length).toBeLessThan(20_000_000);
  });
});
