import { describe, expect, it } from 'vitest';
import type { RawPage } from '../types/source.ts';
import { chunkPage } from '../chunk/index.ts';
import { parsePage } from './parse-page.ts';

const COMMON = {
  url: 'https://docs.example.org/docs/guide',
  sourceFile: 'docs/guide.mdx',
  title: '',
  imports: {},
  locale: 'en',
  version: 'current',
  module: 'root',
  links: { './other.mdx': 'https://docs.example.org/docs/other' },
} as const;

const MDX = `---
title: The guide
---

import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

Welcome to the *guide*.

## Using C#

Text with \`code\`, a [link to **\`other\`**](./other.mdx#part), 10<sup>6</sup> ~~not~~ things [here][above] and
a second line.[^1]

:::tip[Mind]

Save **often**.

:::

\`\`\`js title="a.js"
// highlight-next-line
const a = 1;
\`\`\`

## Using C#

<Tabs>
  <TabItem value="npm" label="npm">

  Run it.

  </TabItem>
  <TabItem value="yarn">Or this.</TabItem>
</Tabs>

<details>
  <summary>More</summary>

  1. one
  2. two

</details>

| A | *B* |
| - | - |
| \`1\` | 2 |

![A drawing](./a.png)

{/* not shown */}

[^1]: A note.

[above]: #using-c 'Above'
`;

/** What Docusaurus 3.9 makes of it, icons and buttons cut down. */
const HTML = `<!doctype html><html lang="en" class="plugin-docs plugin-id-default docs-version-current docs-doc-page docs-doc-id-guide">
<head><meta name="generator" content="Docusaurus v3.9.2"><title>The guide | Site</title><meta name="docusaurus_locale" content="en"><meta name="docusaurus_version" content="current"></head>
<body><nav>Navigation</nav><main><article><nav class="theme-doc-breadcrumbs">Crumbs</nav><div class="theme-doc-markdown markdown"><header><h1>The guide</h1></header>
<p>Welcome to the <em>guide</em>.</p>
<h2 class="anchor anchorTargetStickyNavbar_Vzrq" id="using-c">Using C#<a href="#using-c" class="hash-link" aria-label="Direct link to Using C#" title="Direct link to Using C#" translate="no">\u200b</a></h2>
<p>Text with <code>code</code>, a <a class="" href="/docs/other#part">link to <strong><code>other</code></strong></a>, 10<sup>6</sup> <del>not</del> things <a class="" href="#using-c" title="Above">here</a> and
a second line.<sup><a href="#user-content-fn-1-a" id="user-content-fnref-1-a" data-footnote-ref="true" aria-describedby="footnote-label">1</a></sup></p>
<div class="theme-admonition theme-admonition-tip admonition_xJq3 alert alert--success"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg viewBox="0 0 12 16"><path d="M6.5"></path></svg></span>Mind</div><div class="admonitionContent_BuS1"><p>Save <strong>often</strong>.</p></div></div>
<div class="language-js codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockTitle_OeMC">a.js</div><div class="codeBlockContent_QJqH"><pre tabindex="0" class="prism-code language-js codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv"><span class="token-line theme-code-block-highlighted-line"><span class="token keyword">const</span><span class="token plain"> a </span><span class="token operator">=</span><span class="token plain"> </span><span class="token number">1</span><span class="token punctuation">;</span><br></span></code></pre></div></div>
<h2 class="anchor anchorTargetStickyNavbar_Vzrq" id="using-c-1">Using C#<a href="#using-c-1" class="hash-link" aria-label="Direct link to Using C#" translate="no">\u200b</a></h2>
<div class="theme-tabs-container tabs-container tabList__CuJ"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabItem_LNqP tabs__item--active">npm</li><li role="tab" tabindex="-1" aria-selected="false" class="tabs__item tabItem_LNqP">yarn</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6"><p>Run it.</p></div><div role="tabpanel" class="tabItem_Ymn6" hidden="">Or this.</div></div></div>
<details class="details_lb9f alert alert--info details_b_Ee" data-collapsed="true"><summary>More</summary><div><div class="collapsibleContent_i85q"><ol>
<li class="">one</li>
<li class="">two</li>
</ol></div></div></details>
<table><thead><tr><th>A</th><th><em>B</em></th></tr></thead><tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table>
<p><img decoding="async" loading="lazy" alt="A drawing" src="/assets/a.png" class="img_ev3q"></p>
<section data-footnotes="true" class="footnotes"><h2 class="anchor sr-only" id="footnote-label">Footnotes<a href="#footnote-label" class="hash-link">\u200b</a></h2>
<ol>
<li id="user-content-fn-1-a">
<p>A note. <a href="#user-content-fnref-1-a" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref">↩</a></p>
</li>
</ol>
</section></div><footer class="theme-doc-footer">Edit this page</footer></article></main></body></html>`;

function parse(format: RawPage['format'], body: string): ReturnType<typeof parsePage>['page'] {
  return parsePage({ ...COMMON, format, body }).page;
}

describe('parsePage', () => {
  it('gives one page with all its parts from its Markdown and from its built HTML, and so the same chunks (R21, R22)', () => {
    const fromMarkdown = parse('mdx', MDX);
    const fromHtml = parse('html', HTML);
    expect(fromMarkdown).toEqual(fromHtml);
    expect(fromHtml?.blocks.map((block) => block.type).join(' ')).toBe(
      'heading paragraph heading paragraph list admonition code heading tabs details table image',
    );
    expect(chunkPage(fromMarkdown!)).toEqual(chunkPage(fromHtml!));
  });
});
