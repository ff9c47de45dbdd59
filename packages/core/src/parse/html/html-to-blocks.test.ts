import { describe, expect, test } from 'vitest';
import { outline } from '../testing/outline.ts';
import { rawPage } from '../testing/read-page.ts';
import { parsePage } from '../parse-page.ts';

const read = (format: 'html' | 'markdown', body: string): readonly string[] =>
  outline(parsePage(rawPage(format, body)).page?.blocks ?? []);
const fromHtml = (html: string): readonly string[] => read('html', `<main>${html}</main>`);

describe('blocks of HTML, also where it stands in Markdown', () => {
  test.each<[rule: string, html: string, ...blocks: readonly string[]]>([
    [
      'markup goes, entities are decoded, white space folds',
      '<p>A &amp; <b>B</b>\n  <code>c  d</code><br>e&nbsp;f</p>',
      'A & B c d e f',
    ],
    ['blocks inside inline elements still stand apart', '<a href=x><div>one</div><div>two</div></a>', 'one', 'two'],
    [
      'images follow the paragraph they stand in',
      '<p>See <img alt="A  map"> here<img alt=""></p>',
      'See here',
      '![A map]',
    ],
    [
      'scripts, styles, forms and pictures leave nothing',
      '<script>a</script><style>b</style><template>c</template><noscript>d</noscript><svg><title>e</title></svg><button>f</button><select><option>g</select><textarea>h</textarea>',
    ],
    [
      'tasks of a list say whether they are done, other boxes nothing',
      '<ul><li><label><input type=checkbox disabled checked><span></span></label> Fill<li><p><input type=checkbox disabled> Close<li><input type=checkbox disabled style="visibility:hidden"> Wait</ul><p><input type=checkbox disabled checked> Now',
      'ul',
      '- ☑ Fill',
      '- ☐ Close',
      '- Wait',
      'Now',
    ],
    [
      'marks of annotations in code, which MkDocs draws as icons, leave nothing',
      '<pre><code>a: 1 # (1)!\nb: 2 # (2) two\n&lt;c/&gt; &lt;!-- (3)! --&gt;</code></pre>',
      '``` | a: 1⏎b: 2 # (2) two⏎<c/>',
    ],
    ['the anchor of a heading is its id', '<h2 id=a>A</h2>', '## A #a'],
    [
      'white space of code stays, its language comes from the class',
      '<pre><code class="language-TS">if (a) {\n  b &lt; c\n}\n</code></pre>',
      '```ts | if (a) {⏎  b < c⏎}',
    ],
    ['line breaks written as br are lines', '<pre>a<br>b</pre>', '``` | a⏎b'],
    ['or from the element around it', '<div class="language-sh"><pre>ls</pre></div>', '```sh | ls'],
    ['a language that names none is none', '<pre><code class="language-text">a</code></pre>', '``` | a'],
    [
      'lists nest and keep their numbers',
      '<ol start=3><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>',
      'ol',
      '3. a',
      '  ul',
      '  - b',
      '4. c',
      '  d',
    ],
    [
      'numbers of a list are those that the page shows: counted down, set, and of empty items too',
      '<ol reversed><li>a<li value=7>b<li><li>c</ol>',
      'ol',
      '4. a',
      '7. b',
      '5. c',
    ],
    [
      'what stands before the first item of a numbered list has no number, and an empty mark leaves nothing',
      '<ol><a id=x></a><li>a<li>b</ol><ol reversed><p>Lead.</p><li>c<li>d</ol>',
      'ol',
      '1. a',
      '2. b',
      'Lead.',
      'ol',
      '2. c',
      '1. d',
    ],
    [
      'parts of lists and tables that nobody sees are left out',
      '<ul><li>a<li hidden>secret</ul><table><tr><td>b<td style="display:none">secret</table>',
      'ul',
      '- a',
      '| b',
    ],
    [
      'the header of a table is its thead',
      '<table><thead><tr><th>a<th>b</thead><tr><td>1<td>2</table>',
      '|= a | b',
      '| 1 | 2',
    ],
    ['or a first row of th', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', '|= a | b', '| 1 | 2'],
    ['else there is none', '<table><tr><td>1<td>2</table>', '| 1 | 2'],
    ['a table without text is none', '<table><tr><td></table>'],
    [
      'a table keeps its caption, items of lists in cells are set apart by a semicolon where no sign ends them',
      '<table><caption>C</caption><tr><td><ul><li>x\n<li><p><code>y</code></p><li><li>Z.</li><li>w...<li>v</ul><td>z</table>',
      'table C',
      '| x; y; Z. w...; v | z',
    ],
    ['a table whose head stands above no row says nothing', '<table><thead><tr><th>a<th>b</thead><tbody></table>'],
    [
      'unless it is a box or a long text',
      `<table><thead><tr><th>Mind.</table><table><thead><tr><th>!<th>${'long '.repeat(20).trim()}</table>`,
      '|= Mind.',
      `|= ! | ${'long '.repeat(20).trim()}`,
    ],
    ['and is its caption where it has nothing else', '<table><caption>C</caption></table>', 'C'],
    [
      'what a reader can open is kept',
      '<details><summary>More <b>here</b></summary><p>inside</p></details>',
      '+ More here',
      '  inside',
    ],
    ['quotations hold blocks', '<blockquote><p>a</p><p>b</p></blockquote>', '>', '  a', '  b'],
    ['definitions keep their terms', '<dl><dt>b</dt><dd>2</dd><dd>3</dd></dl>', ': b', '  2', '  3'],
  ])('%s', (_, html, ...blocks) => {
    expect(fromHtml(html)).toEqual(blocks);
    expect(read('markdown', html)).toEqual(blocks);
  });
});

const katex = (tex: string): string =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span>`;

describe('blocks of built pages', () => {
  test.each<[rule: string, html: string, ...blocks: readonly string[]]>([
    [
      'loose text and inline elements side by side are one paragraph',
      'one <i>two</i><p>three</p>four',
      'one two',
      'three',
      'four',
    ],
    ['decorative images are left out', '<p>a<img role=presentation alt=x></p>', 'a'],
    [
      'the anchor of a heading is that of an anchor in it, or of the section it opens',
      '<h3><a name=b></a>B</h3><section id=c>\n<h2>C</h2><h3>D</h3></section>',
      '### B #b',
      '## C #c',
      '### D',
    ],
    [
      'links to the heading itself are no part of it (R22)',
      '<h2 id=x>X<a class="hash-link" href="#x">\u200b</a></h2><h2 id=y>Y<a class="headerlink" href="#y">¶</a></h2>',
      '## X #x',
      '## Y #y',
    ],
    ['a class that names no language is passed over', '<pre class="hljs language-text">a</pre>', '``` | a'],
    [
      'a list right inside a list belongs to the item before it',
      '<ul><li>a</li><ul><li>b</li></ul></ul>',
      'ul',
      '- a',
      '  ul',
      '  - b',
    ],
    ['definitions keep their terms where groups are wrapped', '<dl><div><dt>a</dt><dd>1</dd></div></dl>', ': a', '  1'],
    ['maths is its TeX source', `<p>Let ${katex('x^2')} be.</p>`, 'Let x^2 be.'],
    ['a formula of its own is a block', `<span class="katex-display">${katex('\\sum x')}</span>`, '$$ \\sum x'],
    [
      'scripts of MathJax are maths',
      '<p>\\(a+b\\) and <script type="math/tex">c</script></p><script type="math/tex; mode=display">d</script>',
      '\\(a+b\\) and c',
      '$$ d',
    ],
    [
      'and so is what a script will render',
      '<p><span class="math notranslate">\\(a\\)</span> b</p><div class="arithmatex">\\[ c \\]</div>',
      'a b',
      '$$ c',
    ],
    [
      'also where no element tells it apart, but not in code',
      '<p>\\(a_1\\) or <code>\\(b\\)</code> in C:\\(x86\\)</p><p>\\[ c^2 \\]</p><p>\\[optional\\]</p>',
      'a_1 or \\(b\\) in C:\\(x86\\)',
      '$$ c^2',
      '\\[optional\\]',
    ],
    [
      'cells that hold an icon alone have its name, or a sign for yes or no',
      `<table><tr><td>AV1</td><td><span class="icon-yes" aria-label="Yes"></span></td><td><svg><title>No</title></svg></td><td><img src=n alt="not supported"></td></tr>
      <tr><td>HEVC</td><td><i class="fa fa-check" aria-hidden=true></i></td><td><i class="fas fa-times"></i></td><td><button aria-label=Copy></button><i hidden aria-label=No></i></td></tr></table>`,
      '| AV1 | Yes | No | not supported',
      '| HEVC | ✅ | ❌ | ',
    ],
    [
      'choices of a quiz are items of an exercise',
      `<form><fieldset><legend>What is the pH?</legend><label><input type=radio name=q> It is 0.</label><input type=radio id=b><label for=b>It is <b>7</b>.</label></fieldset></form><label>Name</label> it.`,
      ':::exercise',
      '  What is the pH?',
      '  ul',
      '  - ☐ It is 0.',
      '  ul',
      '  - ☐ It is 7.',
      'Name it.',
    ],
    [
      'footnotes follow the block that refers to them, without marks and back-references',
      `<p>Text<sup><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup>.</p><p>More.</p>
      <section class="footnotes" data-footnotes><h2 class="sr-only" id="footnote-label">Footnotes</h2>
      <ol><li id="fn-1"><p>The note. <a href="#fnref-1" data-footnote-backref class="data-footnote-backref">↩</a></p></li></ol></section>`,
      'Text.',
      'ul',
      '- The note.',
      'More.',
    ],
    [
      'footnotes follow the table, the item, and what a colon announces; hidden ones are left out',
      `<table><tr><td>Yes<sup id="r1"><a class="footnote-ref" href="#n1">1</a></sup></td></tr></table>
      <ul><li>One<a class="footnote-reference" href="#n2">2</a></li><li>Two<a class="footnote-ref" href="#n1">1</a></li></ul>
      <p>Run<a class="footnote-ref" href="#n3"><sup>3</sup></a> it<a class="footnote-ref" href="#n4">4</a>:</p><pre>run</pre><p>End.</p>
      <ol><li id="n1">First<a class="footnote-ref" href="#n5">5</a>.</li><li id="n3">Third.</li></ol><aside id="n2"><p>Second.</p></aside>
      <div hidden><p id="n4">Hidden.</p></div><div id="n5">Fifth.<a class="footnote-ref" href="#n1">1</a></div>`,
      '| Yes',
      'ul',
      '- First.',
      '- Fifth.',
      'ul',
      '- One',
      '  ul',
      '  - Second.',
      '- Two',
      'Run it:',
      '``` | run',
      'ul',
      '- Third.',
      'End.',
    ],
  ])('%s', (_, html, ...blocks) => {
    expect(fromHtml(html)).toEqual(blocks);
  });
});
