import { describe, expect, test } from 'vitest';
import { plainBlocks } from '../testing/plain-blocks.ts';
import { htmlToBlocks } from './parse-html.ts';

const plain = (html: string): readonly unknown[] => plainBlocks(htmlToBlocks(html));
const paragraph = (text: string): unknown => ({ type: 'paragraph', text });

describe('text', () => {
  test('markup goes, entities are decoded, white space folds', () => {
    expect(plain('<p>A &amp; <b>B</b>\n  <code>c  d</code><br>e&nbsp;f</p>')).toEqual([paragraph('A & B c d e f')]);
  });

  test('loose text and inline elements side by side are one paragraph', () => {
    expect(plain('one <i>two</i><p>three</p>four')).toEqual([
      paragraph('one two'),
      paragraph('three'),
      paragraph('four'),
    ]);
  });

  test('blocks inside inline elements still stand apart', () => {
    expect(plain('<a href=x><div>one</div><div>two</div></a>')).toEqual([paragraph('one'), paragraph('two')]);
  });

  test('images follow the paragraph they stand in; decorative ones are left out', () => {
    expect(plain('<p>See <img alt="A  map"> here<img alt=""><img role=presentation alt=x></p>')).toEqual([
      paragraph('See here'),
      { type: 'image', alt: 'A map' },
    ]);
  });

  test('scripts, styles, forms and pictures leave nothing', () => {
    expect(
      plain(
        '<script>a</script><style>b</style><template>c</template><noscript>d</noscript><svg><title>e</title></svg><button>f</button><select><option>g</select><textarea>h</textarea>',
      ),
    ).toEqual([]);
  });
});

describe('headings', () => {
  test('the anchor is the id of the heading, of an anchor in it, or of the section it opens', () => {
    const html = `<h2 id=a>A</h2><h3><a name=b></a>B</h3><section id=c>\n<h2>C</h2><h3>D</h3></section>`;
    expect(plain(html)).toEqual([
      { type: 'heading', depth: 2, text: 'A', anchor: 'a' },
      { type: 'heading', depth: 3, text: 'B', anchor: 'b' },
      { type: 'heading', depth: 2, text: 'C', anchor: 'c' },
      { type: 'heading', depth: 3, text: 'D', anchor: '' },
    ]);
  });

  test('links to the heading itself are no part of it (R22)', () => {
    expect(plain('<h2 id=x>X<a class="hash-link" href="#x">\u200b</a></h2>')).toMatchObject([{ text: 'X' }]);
    expect(plain('<h2 id=x>X<a class="headerlink" href="#x">¶</a></h2>')).toMatchObject([{ text: 'X' }]);
  });
});

describe('code', () => {
  test('white space stays, the language comes from the class', () => {
    expect(plain('<pre><code class="hljs language-TS">if (a) {\n\n  b &lt; c\n}\n</code></pre>')).toEqual([
      { type: 'code', text: 'if (a) {\n\n  b < c\n}', language: 'ts', title: '' },
    ]);
  });

  test('line breaks written as br are lines', () => {
    expect(plain('<pre>a<br>b</pre>')).toMatchObject([{ text: 'a\nb' }]);
  });

  test('a language that names none is none', () => {
    expect(plain('<pre class="language-text">a</pre>')).toMatchObject([{ language: '' }]);
  });
});

describe('lists, tables and definitions', () => {
  test('lists nest and keep their numbers', () => {
    expect(plain('<ol start=3><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>')).toEqual([
      {
        type: 'list',
        ordered: true,
        start: 3,
        items: [
          [paragraph('a'), { type: 'list', ordered: false, start: 1, items: [[paragraph('b')]] }],
          [paragraph('c'), paragraph('d')],
        ],
      },
    ]);
  });

  test('a list right inside a list belongs to the item before it', () => {
    expect(plain('<ul><li>a</li><ul><li>b</li></ul></ul>')).toMatchObject([
      { items: [[paragraph('a'), { type: 'list' }]] },
    ]);
  });

  test('the header of a table is its thead or a first row of th', () => {
    const rows = [['1', '2']];
    expect(plain('<table><thead><tr><th>a<th>b</thead><tr><td>1<td>2</table>')).toEqual([
      { type: 'table', header: ['a', 'b'], rows },
    ]);
    expect(plain('<table><tr><th>a<th>b<tr><td>1<td>2</table>')).toEqual([{ type: 'table', header: ['a', 'b'], rows }]);
    expect(plain('<table><tr><td>1<td>2</table>')).toEqual([{ type: 'table', header: [], rows }]);
    expect(plain('<table><tr><td></table>')).toEqual([]);
  });

  test('a table keeps its caption, lists in cells become words', () => {
    expect(plain('<table><caption>C</caption><tr><td><ul><li>x<li>y</ul><td>z</table>')).toEqual([
      { type: 'table', caption: 'C', header: [], rows: [['x y', 'z']] },
    ]);
    expect(plain('<table><caption>C</caption></table>')).toEqual([paragraph('C')]);
  });

  test('definitions keep their terms, also when groups are wrapped', () => {
    expect(plain('<dl><div><dt>a</dt><dd>1</dd></div><div><dt>b</dt><dd>2</dd><dd>3</dd></div></dl>')).toEqual([
      {
        type: 'definitions',
        items: [
          { term: 'a', children: [paragraph('1')] },
          { term: 'b', children: [paragraph('2'), paragraph('3')] },
        ],
      },
    ]);
  });
});

const katex = (tex: string): string =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span>`;

describe('details, quotations and maths', () => {
  test('what a reader can open is kept', () => {
    expect(plain('<details><summary>More <b>here</b></summary><p>inside</p></details>')).toEqual([
      { type: 'details', summary: 'More here', children: [paragraph('inside')] },
    ]);
  });

  test('quotations hold blocks', () => {
    expect(plain('<blockquote><p>a</p><p>b</p></blockquote>')).toEqual([
      { type: 'quote', children: [paragraph('a'), paragraph('b')] },
    ]);
  });

  test('maths is its TeX source, whatever rendered it', () => {
    expect(plain(`<p>Let ${katex('x^2')} be.</p>`)).toEqual([paragraph('Let x^2 be.')]);
    expect(plain(`<span class="katex-display">${katex('\\sum x')}</span>`)).toEqual([
      { type: 'math', text: '\\sum x' },
    ]);
    expect(plain('<p>\\(a+b\\) and <script type="math/tex">c</script></p>')).toEqual([paragraph('\\(a+b\\) and c')]);
    expect(
      plain('<p><span class="math notranslate">\\(a\\)</span> b</p><div class="arithmatex">\\[ c \\]</div>'),
    ).toEqual([paragraph('a b'), { type: 'math', text: 'c' }]);
    expect(plain('<script type="math/tex; mode=display">d</script>')).toEqual([{ type: 'math', text: 'd' }]);
  });
});

describe('footnotes', () => {
  test('they become a section of their own, without marks and back-references', () => {
    const html = `<p>Text<sup><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup>.</p>
      <section class="footnotes" data-footnotes><h2 class="sr-only" id="footnote-label">Footnotes</h2>
      <ol><li id="fn-1"><p>The note. <a href="#fnref-1" data-footnote-backref class="data-footnote-backref">↩</a></p></li></ol></section>`;
    expect(plain(html)).toEqual([
      paragraph('Text.'),
      { type: 'heading', depth: 2, text: 'Footnotes', anchor: 'footnote-label' },
      { type: 'list', ordered: true, start: 1, items: [[paragraph('The note.')]] },
    ]);
  });
});
