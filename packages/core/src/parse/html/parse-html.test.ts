import { chunkPage } from '../../chunk/index.ts';
import { describe, expect, test } from 'vitest';
import type { ParsedPage } from '../../types/page-parser.ts';
import { outline } from '../testing/outline.ts';
import { rawPage } from '../testing/read-page.ts';
import { parseHtml } from './parse-html.ts';

function parse(
  body: string,
  url = 'https://example.org/docs/guide/start',
  more: { readonly title?: string } = {},
): ParsedPage {
  return parseHtml(rawPage('html', body, { url, sourceFile: 'start.html', ...more }));
}

/** The page's text alone; what marks are put is told in `marks.test.ts`. */
function lines(...page: Parameters<typeof parse>): readonly string[] {
  return outline(parse(...page).page!.blocks);
}

const docusaurus = (
  content: string,
  htmlClass = 'plugin-docs docs-version-2.0 docs-doc-page docs-doc-id-guide/start',
): string =>
  `<!doctype html><html lang=en class="${htmlClass}"><head><meta name=generator content="Docusaurus v3.10.2">
    <title>Start | My Site</title><meta name=docusaurus_locale content=fr><meta name=docusaurus_version content=2.0></head>
    <body><nav>Menu</nav><main><div class="theme-doc-version-banner alert">This is unreleased documentation.</div>
    <article><nav class="theme-doc-breadcrumbs"><a>Guide</a></nav><span class="theme-doc-version-badge">Version: 2.0</span>
    <div class="theme-doc-toc-mobile"><button>On this page</button></div>
    <div class="theme-doc-markdown markdown">${content}</div>
    <footer class="theme-doc-footer"><a class="theme-edit-this-page">Edit this page</a></footer></article>
    <nav class="pagination-nav">Next</nav></main><footer>Copyright</footer></body></html>`;
const admonition = (kind: string, title: string): string =>
  `<div class="theme-admonition theme-admonition-${kind} admonition_X alert"><div class="admonitionHeading_X"><span class="admonitionIcon_X"><svg></svg></span>${title}</div><div class="admonitionContent_X"><p>Text.</p></div></div>`;
const tabs = (panels: string): string =>
  `<div class="theme-tabs-container tabs-container"><ul role=tablist><li role=tab>A</li><li role=tab>B</li></ul><div>${panels}</div></div>`;
const titled = (head: string, body = '<p>Text.</p>'): string =>
  `<html><head>${head}</head><body><main>${body}</main></body></html>`;

describe('Docusaurus pages', () => {
  test('only the article is read, with its facets (R22)', () => {
    const { page } = parse(docusaurus('<header><h1>Start</h1></header><p>Hello.'));
    expect({ ...page, blocks: outline(page!.blocks) }).toEqual({
      url: 'https://example.org/docs/guide/start',
      title: 'Start',
      sourceFile: 'start.html',
      locale: 'fr',
      version: '2.0',
      module: 'guide',
      blocks: ['# Start', 'Hello.'],
    });
  });

  test('code blocks: title, language and lines, without numbers and buttons', () => {
    const html = `<div class="language-js codeBlockContainer_X theme-code-block"><div class="codeBlockTitle_X">src/a.js</div>
      <div class="codeBlockContent_X"><pre class="prism-code language-js"><code class="codeBlockLines_X"><div class="token-line"><span class="codeLineNumber_X">1</span><span class="codeLineContent_X"><span class="token keyword">const</span> a;</span><br></div><div class="token-line"><span class="token plain" style="display:inline-block"></span><br></div><div class="token-line">b;<br></div></code></pre>
      <div class="buttonGroup_X"><button>Copy</button></div></div></div>`;
    expect(lines(docusaurus(html))).toEqual(['```js src/a.js | const a;⏎⏎b;']);
  });

  test('admonitions: a title that only says the kind in some language is none', () => {
    const html = admonition('tip', 'tip') + admonition('note', '备注') + admonition('danger', 'Mind the gap');
    expect(lines(docusaurus(html))).toEqual([
      ':::tip',
      '  Text.',
      ':::note',
      '  Text.',
      ':::danger Mind the gap',
      '  Text.',
    ]);
  });

  test('all tabs are kept, hidden panels too, also tabs within tabs (R22)', () => {
    const inner = tabs('<div role=tabpanel><p>1</p></div><div role=tabpanel hidden><p>2</p></div>');
    const outer = tabs(`<div role=tabpanel>${inner}</div><div role=tabpanel hidden><p>3</p></div>`);
    expect(lines(docusaurus(outer))).toEqual(['=== A', '  === A', '    1', '  === B', '    2', '=== B', '  3']);
  });

  test('details carry the classes of an alert and still fold', () => {
    const html =
      '<details class="details_X alert alert--info" data-collapsed=true><summary>More</summary><div><div class="collapsibleContent_X"><p>Inside.</p></div></div></details>';
    expect(lines(docusaurus(html))).toEqual(['+ More', '  Inside.']);
  });

  test.each([
    ['plugin-docs docs-version-2.0 docs-doc-page', 'category'],
    ['plugin-docs docs-version-2.0 docs-tags-list-page', 'tags'],
    ['plugin-docs docs-tags-doc-list-page', 'tags'],
    ['blog-wrapper blog-list-page plugin-blog', 'blog posts'],
    ['blog-wrapper blog-tags-post-list-page plugin-blog', 'tags'],
    ['plugin-blog plugin-id-default', 'blog posts'],
    ['plugin-@easyops-cn/docusaurus-search-local', 'search'],
    ['plugin-native', 'error page'],
  ])('pages of class "%s" are lists, not articles', (htmlClass, why) => {
    const { page: found, diagnostics } = parse(docusaurus('<h1>List</h1>', htmlClass));
    expect(found).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity: 'info', rule: 'html:skipped', message: expect.stringContaining(why) },
    ]);
  });
});

describe('pages of other generators', () => {
  test('MkDocs Material', () => {
    const html = `<html lang=de><meta name=generator content="mkdocs-1.6, mkdocs-material-9.7"><body><nav>Menu</nav>
      <article class="md-content__inner md-typeset"><a class="md-content__button">edit</a><h1 id=top>Top<a class=headerlink href=#top>¶</a></h1>
      <div class="language-py highlight"><table class=highlighttable><tr><th colspan=2 class=filename><span class=filename>a.py</span></th></tr><tr><td class=linenos><pre>1\n2</pre></td><td class=code><div><pre><span></span><code>a = 1\nb = 2\n</code></pre></div></td></tr></table></div>
      <div class="admonition warning inline"><p class="admonition-title">Mind</p><p>Text.</p></div>
      <details class=note open><summary>Note</summary><p>In.</p></details>
      <div class="tabbed-set tabbed-alternate"><input type=radio><input type=radio><div class=tabbed-labels><label>C</label><label>C++</label></div><div class=tabbed-content><div class=tabbed-block><p>c</p></div><div class=tabbed-block><p>cpp</p></div></div></div>
      <aside class=md-source-file>Last update</aside></article></body></html>`;
    expect(parse(html).page).toMatchObject({ title: 'Top', locale: 'de', module: 'docs' });
    expect(lines(html)).toEqual([
      '# Top #top',
      '```py a.py | a = 1⏎b = 2',
      ':::warning Mind',
      '  Text.',
      '+ Note',
      '  In.',
      '=== C',
      '  c',
      '=== C++',
      '  cpp',
    ]);
  });

  test('VitePress', () => {
    const html = `<html lang=en-US><meta name=generator content="VitePress v1.6"><main><div class="vp-doc"><h1 id=x>X <a class=header-anchor href=#x>​</a></h1>
      <div class="language-ts vp-adaptive-theme line-numbers-mode"><button class=copy></button><span class=lang>ts</span><pre class="shiki"><code><span class=line>let a</span>\n<span class=line></span>\n<span class=line>let b</span></code></pre><div class="line-numbers-wrapper" aria-hidden=true>1<br>2</div></div>
      <div class="tip custom-block"><p class=custom-block-title>TIP</p><p>Text.</p></div><details class="details custom-block"><summary>S</summary><p>In.</p></details>
      <div class=vp-code-group><div class=tabs><label>npm</label><label>pnpm</label></div><div class=blocks><div class="language-sh active"><pre><code>npm i</code></pre></div><div class=language-sh><pre><code>pnpm i</code></pre></div></div></div></div></main>`;
    expect(lines(html)).toEqual([
      '# X #x',
      '```ts | let a⏎⏎let b',
      ':::tip',
      '  Text.',
      '+ S',
      '  In.',
      '=== npm',
      '  ```sh | npm i',
      '=== pnpm',
      '  ```sh | pnpm i',
    ]);
  });

  test('VitePress: of the badges only those that tell about the use of something', () => {
    const badges =
      '<h2>a() <span class="VPBadge danger">removed in 2.0</span></h2><h2>b() <span class="VPBadge">^1.9</span></h2>';
    expect(
      lines(
        `<html><meta name=generator content="VitePress v1.6"><main><div class="vp-doc">${badges}<p>Text.</p></div>`,
      ),
    ).toEqual(['## a() removed in 2.0', '## b()', 'Text.']);
  });

  test('VitePress: the home page, and lines of code that are taken out', () => {
    const generator = '<html lang=en-US><meta name=generator content="VitePress v1.6"><main>';
    const home = `<div class=VPHome><div class=VPHero><h1><span class=name>Pump</span><span class=text>Water in a box</span></h1><p class=tagline>It moves.</p><div class=actions><a href=/a>Start</a></div></div>
      <div class=VPFeatures><article><h2>Small</h2><p>It fits.</p></article></div><div class="vp-doc container"><p>Read on.</p></div></div>`;
    const shown = ['# Pump', '# Water in a box', 'It moves.', '## Small', 'It fits.', 'Read on.'];
    expect(lines(generator + home)).toEqual(shown);
    const code = `<div class=vp-doc><div class=language-ts><pre><code><span class="line diff remove">let a</span>\n<span class="line diff add">let b</span></code></pre></div></div>`;
    expect(lines(generator + code)).toEqual(['```ts | let b']);
    expect(lines(`${generator}<div class=vp-doc><p>A</p></div>${code.replace('diff add', 'diff remove')}`)).toEqual([
      'A',
    ]);
  });

  test('Starlight: a tree of files, which its own search leaves out', () => {
    const html = `<main><div class=sl-markdown-content><starlight-file-tree data-pagefind-ignore><ul><li><span class=sr-only>Directory</span>data<ul><li>a.db</li></ul></li></ul></starlight-file-tree></div></main>`;
    expect(lines(html)).toEqual(['ul', '- data', '  ul', '  - a.db']);
  });

  test('mdBook: hidden Rust lines are left out', () => {
    const html = `<html lang=en><title>Slices - The Book</title><body><div id=page-wrapper><div id=menu-bar><h1 class=menu-title>The Book</h1></div>
      <div id=content class=content><main><h2 id=slices><a class=header href=#slices>Slices</a></h2>
      <pre><pre class=playground><code class="language-rust edition2021"><span class=boring>fn main() {\n</span>let a = 1;\n<span class=boring>}</span></code></pre></pre>
      <blockquote class="blockquote-tag blockquote-tag-note"><p class=blockquote-tag-title><svg></svg>Note</p><p>Mind.</p></blockquote>
      <div class=table-wrapper><table><thead><tr><th>H</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table></div></main><nav class=nav-wrapper>Next</nav></div></div>`;
    const url = 'https://example.org/book/slices.html';
    expect(parse(html, url).page).toMatchObject({ title: 'Slices', module: 'book' });
    expect(lines(html, url)).toEqual([
      '## Slices #slices',
      '```rust | let a = 1;',
      ':::note',
      '  Mind.',
      '|= H',
      '| c',
    ]);
    expect(parse(html, 'https://example.org/book/print.html').page).toBeUndefined();
  });

  test('Sphinx: ids stand on sections, API objects are sections', () => {
    const html = `<html lang=en><meta name=generator content="Docutils 0.19"><body><div role=main><section id=api><h1>API<a class=headerlink href=#api>¶</a></h1>
      <div class="literal-block-wrapper docutils container"><div class=code-block-caption><span class=caption-text>a.py</span></div><div class="highlight-python notranslate"><div class=highlight><pre><span class=linenos>1</span>import a\n</pre></div></div></div>
      <div class="admonition seealso"><p class=admonition-title>See also</p><p>That.</p></div>
      <dl class="py function"><dt class="sig sig-object py" id=a.run><span>run</span>(<em>x</em>)<a class=headerlink href=#a.run>¶</a></dt><dd><p>Runs.</p></dd></dl></section></div></body></html>`;
    expect(lines(html)).toEqual([
      '# API #api',
      '```python a.py | import a',
      ':::seealso See also',
      '  That.',
      '## run(x) #a.run',
      'Runs.',
    ]);
    expect(parse(html, 'https://example.org/genindex.html').page).toBeUndefined();
  });

  test('Sphinx: what follows an API object belongs to the section around it again', () => {
    const html = `<html lang=en><meta name=generator content="Docutils 0.19"><body><div role=main><section id=m><h1>M</h1><section id=classes><h2>Classes</h2>
      <div><dl class="py class"><dt class="sig sig-object py" id=m.C>class m.C</dt><dd><p>A class.</p>
      <dl class="py method"><dt class="sig sig-object py" id=m.C.f>f()</dt><dd><p>A method.</p></dd></dl>
      <p>More of the class.</p></dd></dl></div><p>After it.</p>
      <dl class="py class"><dt class="sig sig-object py" id=m.D>class m.D</dt><dd><p>Other.</p></dd></dl></section>
      <section id=end><h2>End</h2><p>Words.</p></section></section></div></body></html>`;
    expect(lines(html)).toEqual([
      '# M #m',
      '## Classes #classes',
      '### class m.C #m.C',
      'A class.',
      '#### f() #m.C.f',
      'A method.',
      '### class m.C #m.C',
      'More of the class.',
      '## Classes #classes',
      'After it.',
      '### class m.D #m.D',
      'Other.',
      '## End #end',
      'Words.',
    ]);
    const ids = chunkPage(parse(html).page!).chunks.map((chunk) => chunk.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('Starlight: the title stands outside of the content', () => {
    const html = `<html lang=en><meta name=generator content="Astro v7"><body><main><h1 id=_top>Start</h1><div class="sl-markdown-content"><p>Hi.</p>
      <div class="sl-heading-wrapper level-h2"><h2 id=a>A</h2><a class=sl-anchor-link href=#a><span aria-hidden=true>#</span><span class=sr-only>Section titled A</span></a></div>
      <div class=expressive-code><figure class=frame><figcaption class=header><span class=title>a.js</span><span class=sr-only>Terminal</span></figcaption><pre data-language=js><code><div class=ec-line><div class=gutter><div class=ln aria-hidden=false>1</div></div><div class=code>a</div></div><div class=ec-line><div class=code>b</div></div><div class='ec-line highlight del'><div class=code>c</div></div></code></pre><div class=copy><button>Copy</button></div></figure></div>
      <aside class="starlight-aside starlight-aside--tip" aria-label=Tip><p class=starlight-aside__title aria-hidden=true><svg></svg>Tip</p><div class=starlight-aside__content><p>Text.</p></div></aside>
      <div class=sl-link-card><span class=stack><a href=/b><span class=title>Card</span></a><span class=description>What it is.</span></span></div>
      <starlight-tabs><div><ul role=tablist><li><a role=tab>X</a></li><li><a role=tab>Y</a></li></ul></div><div role=tabpanel><p>x</p></div><div role=tabpanel hidden><p>y</p></div></starlight-tabs></div></main>`;
    expect(lines(html)).toEqual([
      '# Start #_top',
      'Hi.',
      '## A #a',
      '```js a.js | a⏎b',
      ':::tip',
      '  Text.',
      'Card',
      'What it is.',
      '=== X',
      '  x',
      '=== Y',
      '  y',
    ]);
  });

  test('Nextra', () => {
    const html = `<html lang=en><body><div class=nextra-navbar>Menu</div><div data-pagefind-body><article class=nextra-body-typesetting-article><div class=nextra-breadcrumb>Docs</div><main><h1>T</h1><h2>A<a id=a class=subheading-anchor href=#a></a></h2>
      <div class=nextra-code><div class=nextra-code-filename>a.js</div><pre><code data-language=js><span>a</span>\n<span>b</span></code></pre></div></main></article></div></body></html>`;
    expect(lines(html)).toEqual(['# T', '## A #a', '```js a.js | a⏎b']);
  });

  test.each([
    [
      'data-pagefind-body wins',
      '<main><p>No.</p><div data-pagefind-body><p>Yes.</p><p data-pagefind-ignore>No.</p></div></main>',
    ],
    ['then the main landmark', '<div><p>No.</p></div><div role=main><p>Yes.</p></div>'],
    ['then main', '<header>No</header><main><nav>No</nav><p>Yes.</p></main><footer>No</footer>'],
    ['then article', '<div><p>No.</p></div><article><p>Yes.</p></article>'],
    [
      'else the container with nearly all text',
      `<div id=menu><a href=1>No</a><a href=2>No</a></div><div><div class=c><p>Yes.</p></div></div>`,
    ],
  ])('any other page: %s', (_name, html) => {
    expect(lines(`<html><body>${html}</body></html>`)).toEqual(['Yes.']);
  });
});

describe('titles', () => {
  test.each([
    ['the h1 of the article', '<title>No | Site</title>', '<h1>Yes</h1>'],
    [
      'og:title when the head title only adds the site',
      '<meta property=og:title content="Yes - and more"><title>Yes - and more · Site</title>',
      '',
    ],
    ['the head title without the site', '<title>Yes | Site</title>', ''],
  ])('%s', (_name, head, body) => {
    expect(parse(titled(head, `${body}<p>Text.</p>`)).page?.title).toMatch(/^Yes/);
    expect(parse(titled(head, `${body}<p>Text.</p>`)).page?.title).not.toMatch(/Site/);
  });

  test('what the source knows is better, and the address is the last resort', () => {
    expect(parse(titled('<title>No</title>'), undefined, { title: 'Known' }).page?.title).toBe('Known');
    expect(parse(titled(''), 'https://example.org/docs/a%20b.html').page?.title).toBe('a b');
  });
});

describe('pages that are left out', () => {
  test.each([
    ['noindex', '<meta name=robots content="noindex, follow"><main><p>Text.</p></main>', 'https://example.org/a'],
    [
      'meta refresh',
      '<meta http-equiv=refresh content="0; url=/b"><main><p>Moved.</p></main>',
      'https://example.org/a',
    ],
    ['error page', '<main><p>Not found.</p></main>', 'https://example.org/404.html'],
  ])('%s', (why, html, url) => {
    const { page, diagnostics } = parse(html, url);
    expect(page).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity: 'info', rule: 'html:skipped', message: expect.stringContaining(why), page: url },
    ]);
  });

  test('a page without text is reported as such', () => {
    expect(parse('<div id=root></div><script>render()</script>')).toMatchObject({
      page: undefined,
      diagnostics: [{ severity: 'warning', rule: 'html:no-content' }],
    });
  });
});

describe('hidden text', () => {
  test.each([
    ['<p style="color:red; display : none">secret</p>'],
    ['<p hidden>secret</p>'],
    ['<p aria-hidden=true>secret</p>'],
    ['<p style="visibility:hidden">secret</p>'],
    ['<p style="font-size:0">secret</p>'],
    ['<p style="opacity:0;x:y">secret</p>'],
  ])('%s is dropped and reported', (html) => {
    const { page, diagnostics } = parse(`<main><p>Seen.</p>${html}</main>`);
    expect(outline(page!.blocks)).toEqual(['Seen.']);
    expect(diagnostics).toMatchObject([{ rule: 'html:hidden-text' }]);
    expect(diagnostics[0]?.message).not.toContain('secret');
  });

  test('an element of a table is counted once', () => {
    const { diagnostics } = parse(
      '<main><table><caption hidden>secret<tr><td>a<td>b<tr hidden><td>secret</table></main>',
    );
    expect(diagnostics[0]?.message).toMatch(/^2 elements/);
  });

  test('comments are dropped without a word, visible styles stay', () => {
    const { page, diagnostics } = parse(
      '<main><!-- secret --><p style="opacity:0.5;font-size:0.9em;display:block">Seen.</p></main>',
    );
    expect(outline(page!.blocks)).toEqual(['Seen.']);
    expect(diagnostics).toEqual([]);
  });

  test('zero-width, direction and tag characters are dropped; the dangerous ones are reported', () => {
    const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');
    const { page, diagnostics } = parse(
      `<main><p>a\u200bb\u00adc${tags}\u202ed\u202c</p><pre>x\u200by${tags}</pre></main>`,
    );
    expect(outline(page!.blocks)).toEqual(['abcd', '``` | xy']);
    expect(diagnostics).toMatchObject([{ severity: 'warning', rule: 'html:hidden-text' }]);
  });
});
