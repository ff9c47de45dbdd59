import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/parse-html.ts';
import { blockTree, lines, rawPage, rules } from '../testing/read-page.ts';

function rst(...source: readonly string[]): string {
  return `\`\`\`{eval-rst}\n${source.join('\n')}\n\`\`\`\n\nText.`;
}

describe('parseMarkdown knows the components of Docusaurus (R22)', () => {
  it('reads containers and groups of code as VitePress writes them', () => {
    const text =
      '::: tip Use [it]\nGood.\n:::\n\n::: code-group\n\n```sh [npm]\nnpm i\n```\n\n```md\n::: tip\n```\n\n:::';
    expect(lines(text)).toEqual([':::tip Use [it]', '  Good.', '```sh npm | npm i', '```md | ::: tip']);
  });

  it('reads boxes and tabs as MkDocs writes them, and leaves out lines that only bring in a file', () => {
    const text =
      'First.\n\n!!! note "Mind [it]"\n    Good.\n\n    !!! tip\n        Inner.\n\n=== "Linux"\n    ```sh\n    !!! run\n    ```\n\n/// warning | Technical\n\nSlow.\n\n///\n\n{* ../a.py hl[2] *}\n<<< @/b.ts\n@[code](@snippets/b.sh)\n[summary](docblock://b.ts?token=all)\n{{ table("x") }}\n{{ table("y",\n[1]) }}\n{% include y.html %}\n\n```py\n--8<-- "c.py:all"\n```\n\nLast.';
    expect(lines(text, { format: 'markdown' })).toEqual([
      'First.',
      ':::note Mind [it]',
      '  Good.',
      '  :::tip',
      '    Inner.',
      '=== Linux',
      '  ```sh | !!! run',
      ':::warning Technical',
      '  Slow.',
      'Last.',
    ]);
  });

  it('reads the boxes of lessons, which stand in each other with equally many colons, and their headings as titles', () => {
    const text =
      '# Legs\n\nFirst.\n\n::: challenge\n\n## How many?\n\nCount.\n\n:::::::  solution\n\nEight.\n\n:::::::\n\n:::\n\nLast.\n\n```\n::: challenge\n```';
    expect(lines(text)).toEqual([
      '# Legs',
      'First.',
      ':::challenge How many?',
      '  Count.',
      '  Eight.',
      'Last.',
      '``` | ::: challenge',
    ]);
  });

  it('takes braces at the end of code for code, not for a role', () => {
    const text =
      'Call `DELETE /indexes/{index}` only after a backup, never on `main`, see {ref}`backups` and {doc}`the guide <guide>`.';
    expect(lines(text)).toEqual([
      'Call DELETE /indexes/{index} only after a backup, never on main, see backups and the guide.',
    ]);
  });

  it('takes the ids of headings between double brackets, and drops attributes in single quotes', () => {
    expect(lines("## Values [[its-values]]\n\nSee [this](a.png){alt='A picture'} now.")).toEqual([
      '## Values #its-values',
      'See this now.',
    ]);
  });

  it('reads Markdown in elements of kramdown, and code below their ends', () => {
    const text =
      '<div class="a" markdown="1">\n[One](/a){: .btn }\n- b\n</div>\n```md\nx\n\ny\n```\n\n<p>\nc\n</p>\n~~~\nd\n</p>\n~~~\n\nLast.';
    expect(lines(text, { format: 'markdown' })).toEqual([
      'One',
      'ul',
      '- b',
      '```md | x⏎⏎y',
      'c',
      '``` | d⏎</p>',
      'Last.',
    ]);
  });

  it('reads code right below a tag, and no tag in code', () => {
    expect(lines('<div style="display:none">\n```py\na\n\nb\n```\n</div>\n\nText.', { format: 'markdown' })).toEqual([
      'Text.',
    ]);
    expect(lines('````md\n<div>\n```\na\n```\n````', { format: 'markdown' })).toEqual(['```md | <div>⏎```⏎a⏎```']);
  });

  it('reads boxes without a space before their names, and tabs of D2L-Book', () => {
    const text =
      '```{.python .input}\n%load_ext d2lbook.tab\n```\n\n!!!info "Mind"\n    Good.\n\n!!!Wow, all that.\n\n:begin_tab:`mxnet,jax`\nOne.\n\nTwo. :end_tab:\n\n:begin_tab:`tensorflow`\nThree.\n:end_tab:\n\n```{.python .input}\n%%tab mxnet, jax\nf(**a)\n```\n\n(~~Slide~~)\n\nSo [**we\nadd**] it (**again**), [**b**](/b).\n\nLast.';
    expect(lines(text)).toEqual([
      ':::info Mind',
      '  Good.',
      '!!!Wow, all that.',
      '=== mxnet, jax',
      '  One.',
      '  Two.',
      '=== tensorflow',
      '  Three.',
      '=== mxnet, jax',
      '  ```python | f(**a)',
      'So we add it again, b.',
      'Last.',
    ]);
  });

  it('reads the labels of fences that are tabs, and names of files in the notations of MkDocs, Nextra and Hugo', () => {
    const fences = [
      'title="e f"',
      'yaml tab="File (YAML)"',
      '{ .sh .x title="a b" }',
      'js filename="c.js"',
      'ts {file="d.ts" copy=true}',
    ];
    expect(lines(fences.map((fence) => `\`\`\`${fence}\nx\n\`\`\``).join('\n\n'))).toEqual([
      '``` e f | x',
      '=== File (YAML)',
      '  ```yaml | x',
      '```sh a b | x',
      '```js c.js | x',
      '```ts d.ts | x',
    ]);
  });

  it('leaves out calls of macros that are broken into lines, and no code, heading or list between braces', () => {
    const indented = 'Use it:\n\n    {{\n      site.name\n    }}\n\nDone.';
    expect(lines(indented, { format: 'markdown' })).toEqual(['Use it:', '``` | {{⏎  site.name⏎}}', 'Done.']);
    expect(lines('{{ a(\n# Head\n\n- Item\n) }}', { format: 'markdown' })).toContain('- Item ) }}');
    const afterNote = '!!! note\n    Inside.\n{{ call(\n"x") }}\n\nOutside.';
    expect(lines(afterNote, { format: 'markdown' })).toEqual([':::note', '  Inside.', 'Outside.']);
  });

  it('keeps tabs of a list item in it, and leaves out what MkDocs makes of source code', () => {
    const text =
      '- One.\n\n    === "Call"\n\n        ```py\n        a(b)\n        ```\n\n::: pump.valve\n    options:\n      all: true\n\nLast.';
    expect(lines(text)).toEqual(['ul', '- One.', '  === Call', '    ```py | a(b)', 'Last.']);
  });

  it.each([
    ['`run`{.sh .no-copy} it.', '`run` it.'],
    ['Text. {#own-id}', 'Text.'],
    ['Text.\n{: .lead }', 'Text.'],
    ['## Own { #it data-toc-label="Own" }', '## Own {#it}'],
    ['## 1.2 { id="1.2" }\n\n## `a`{#b}', '## 1.2 {#1.2}\n\n## `a` {#b}'],
    ['## Own { data-toc-label="Own" }', '## Own'],
    ['![a](b.png){ width="300" } Text. {: style="x"}', '![a](b.png) Text.'],
    [':octicons-x:{ style="color: red" } Clear, **so**{: .red}, <a>b</a>.', 'Clear, **so**, <a>b</a>.'],
    ['Go to [it](/a){:target="_blank"}.\n\n1. TOC\n{:toc}', 'Go to [it](/a).'],
    ['[TOC]\n\n[[toc]]\n\nText.', 'Text.'],
    ['See [`Model`][pump.Model] and [here].\n\n[here]: /a', 'See `Model` and [here](/a).'],
    ['Use `[b]{.c}`, or [b]{.c} and [d]{#d}.', 'Use `[b]{.c}`, or b and d.'],
    ['See [`Model`][] and a[0][1].', 'See `Model` and a[0][1].'],
    ['See [a][b][c].\n\n[c]: /c', 'See [a][b](/c).'],
    [':material-check: Yes', 'Yes'],
    ['At {ref}`the start <intro>` or {numref}`fig:my-pump` {cite:p}`b1`.', 'At the start or my pump […].'],
    ['A {term}`valve` of {py:class}`~pump.Valve`, {math}`x^2`.', 'A valve of `Valve`, $x^2$.'],
    ['As :citet:`Bishop.1995` says :cite:`b1`.', 'As Bishop 1995 says […].'],
    [
      'In{cite}`hu_guo2018,b1` {cite:t}`b1`, {cite:p}`Cagan` and {cite}`P et al.<p>`.',
      'In [Hu 2018; …] b1, [Cagan] and [P et al.].',
    ],
    [
      "{doc}`a` of $ g $, $x $, $ r(A) $, $6/x$ when $-c'x$, `$ a $`.",
      "a of $g$, $x$, $r(A)$, $6/x$ when $-c'x$, `$ a $`.",
    ],
    ['```{attention}\nMind.\n```', ':::attention\nMind.\n:::'],
    ['As {doc}`the\n guide <a/guide>` and {cite}`b1,\nb2` say.', 'As the guide and […] say.'],
    ['By {eq}`one`, [](eq:two) and [](#eq-a), {cite}`b1` holds.', 'By (…), (…) and [](#eq-a), […] holds.'],
    ['| `/a/{b}` x |\n| - |\n| `/c/{d}` y |', '| `/a/{b}` x |\n| --- |\n| `/c/{d}` y |'],
    ['Run `a\n\\(x_1\\) {doc}` {doc}`b`.', 'Run `a\n\\(x_1\\) {doc}` b.'],
    ['As {doc}`the\n# Next `b`', 'As {doc}\\`the\n# Next `b`'],
    ['- [x]{.done} Filled', '- [x] Filled'],
    ['(target)=\n\nText.\n\n+++\n', 'Text.'],
    ['```{index} pump\n```\n\nText.', 'Text.'],
    ['```a```\n\nSee [`Model`][pump.Model].', '```a```\n\nSee `Model`.'],
    ['In `{ref}` and `[a][b.c]`.', 'In `{ref}` and `[a][b.c]`.'],
    ['Use ``a`b``{.c} it.', 'Use ``a`b`` it.'],
    ['```mdx-code-block\n<b>a</b>\n```\n\nText.', '<b>a</b>\n\nText.'],
  ])('reads %j as %j', (text, plain) => {
    expect(lines(text)).toEqual(lines(plain));
  });

  it('keeps attributes that are code, and brackets that refer to nothing', () => {
    const text = 'Use `{.foo}`, `{: .a}` and ``{#bar}``, or [i][j] of the [Config][config].';
    expect(lines(text)).toEqual(['Use {.foo}, {: .a} and {#bar}, or [i][j] of the Config.']);
  });

  it('keeps labels of metrics, which are no attributes', () => {
    const text = 'Count `up`, up{job="a"}\n\n    up{job="a"}\n    {job="a"}';
    expect(lines(text, { format: 'markdown' })).toEqual(['Count up, up{job="a"}', '``` | up{job="a"}⏎{job="a"}']);
  });

  it('leaves fenced code as it is, in lists too, and goes on after it', () => {
    const code = '```md | ## Hello {#hello}⏎⏎:::note My title';
    const text = '```md\n## Hello {#hello}\n\n:::note My title\n```\n';
    const tip = '\n:::tip Mind\nGood.\n:::';
    expect(lines(text + tip)).toEqual([code, ':::tip Mind', '  Good.']);
    const item = `1. ${text.replaceAll('\n', '\n   ')}\n`;
    expect(lines(item + tip)).toEqual(['ol', `1. ${code}`, ':::tip Mind', '  Good.']);
  });

  it('does not end code at fences that are indented as code', () => {
    const text =
      '``` title="Tabs"\n=== "C"\n\n    ``` c\n    a\n    ```\n\n!!! tip\n```\n\n!!! note\n    ``` c\n    b\n    ```\n';
    expect(lines(text, { format: 'markdown' })).toEqual([
      '``` Tabs | === "C"⏎⏎    ``` c⏎    a⏎    ```⏎⏎!!! tip',
      ':::note',
      '  ```c | b',
    ]);
  });

  it('ends code of MDX at any closing fence, because MDX has no indented code', () => {
    expect(lines('- ```sh\n  run\n        ```\n\n:::tip Mind\nGood.\n:::')).toEqual([
      'ul',
      '- ```sh | run',
      ':::tip Mind',
      '  Good.',
    ]);
  });

  it('keeps a fence of `mdx-code-block` with a space that cannot break, as pages about it write it', () => {
    expect(lines('```mdx-code-block\u00a0\n<b>a</b>\n```')).toEqual(['```mdx-code-block | <b>a</b>']);
  });

  it.each([
    ['list item', '- ```sh\n  run\n\n', ['ul', '- ```sh | run']],
    ['quotation', '> ```sh\n> run\n\n', ['>', '  ```sh | run']],
    ['item before another', '- ```sh\n  run\n- b\n  c\n\n', ['ul', '- ```sh | run', '- b c']],
    ['item before more code', '- ```sh\n  run\n- ```\n  b\n\n', ['ul', '- ```sh | run', '- ``` | b']],
  ])('ends code that nothing closes with the %s around it', (_, text, around) => {
    const next = ':::tip Mind\nGood.\n:::\n\n## Next {#own}';
    expect(lines(text + next)).toEqual([...around, ':::tip Mind', '  Good.', '## Next #own']);
  });

  it('keeps the labels of tabs, groups of code, steps and fields of Mintlify, Nextra and Fumadocs', () => {
    const body =
      "<Tabs items={['Linux', 'macOS']}>\n  <Tabs.Tab>One.</Tabs.Tab>\n  <Tabs.Tab>Two.</Tabs.Tab>\n</Tabs>\n\n" +
      '<Tabs>\n  <Tab title="Version 1">Three.</Tab>\n  <Tab value="v2">\n\n  Four.\n\n  </Tab>\n</Tabs>\n\n' +
      '<CodeGroup>\n\n```bash Linux icon="x" {1}\nrun\n```\n\n```sh title="mac"\ngo\n```\n\n</CodeGroup>\n\n' +
      '<AccordionGroup>\n  <Accordion title="Cloud (not in Europe)">Five.</Accordion>\n</AccordionGroup>\n\n' +
      '<Steps>\n  <Step title="Only on Kubernetes: drain">Six.</Step>\n</Steps>\n\n' +
      '<ParamField path="proxy.url" type="string" default="auto" deprecated>\nSeven.\n</ParamField>\n\n<Update label="2024" description="v1.2">Eight.</Update>';
    expect(lines(body)).toEqual([
      '=== Linux',
      '  One.',
      '=== macOS',
      '  Two.',
      '=== Version 1',
      '  Three.',
      '=== v2',
      '  Four.',
      '```bash Linux | run',
      '```sh mac | go',
      '+ Cloud (not in Europe)',
      '  Five.',
      ': Only on Kubernetes: drain',
      '  Six.',
      ': proxy.url string deprecated default: auto',
      '  Seven.',
      ': 2024 v1.2',
      '  Eight.',
    ]);
  });

  it('reads the tabs of VuePress', () => {
    const body =
      '::: tabs#tool\n\n@tab:active Webpack #w\n\nOne.\n\n```md\n@tab x\n```\n\n@tab Vite\nTwo.\n\n:::\n\n@tab is text. :::';
    expect(lines(body, { format: 'markdown' })).toEqual([
      '=== Webpack',
      '  One.',
      '  ```md | @tab x',
      '=== Vite',
      '  Two.',
      '@tab is text. :::',
    ]);
  });

  it('keeps the words of notes about versions, as Sphinx shows them', () => {
    const myst =
      '```{deprecated} 3.1\nUse {func}`open_archive`.\n```\n\n```{versionremoved} 4.0\n```\n\n:::{versionchanged} 2.4 Level 0 too.\n:::\n\n' +
      '```{eval-rst}\n.. versionadded:: 1.2\n   Now.\n\n.. deprecated:: 2.0\n```';
    const sphinx =
      '<main><div class="deprecated"><p><span class="versionmodified deprecated">Deprecated since version 3.1: </span>Use <code>open_archive</code>.</p></div>' +
      '<div class="versionremoved"><p><span class="versionmodified removed">Removed in version 4.0.</span></p></div>' +
      '<div class="versionchanged"><p><span class="versionmodified changed">Changed in version 2.4: </span>Level 0 too.</p></div>' +
      '<div class="versionadded"><p><span class="versionmodified added">Added in version 1.2: </span>Now.</p></div>' +
      '<div class="deprecated"><p><span class="versionmodified deprecated">Deprecated since version 2.0.</span></p></div></main>';
    expect(blockTree(myst, { format: 'markdown' })).toEqual(parseHtml(rawPage('html', sphinx)).page!.blocks);
    expect(lines(myst, { format: 'markdown' })).toContain('Removed in version 4.0.');
  });

  it('reads directives of MyST and Quarto as boxes, code and formulas', () => {
    const text =
      '````{note} Mind\n:class: wide\n\nGood.\n\n```{code-cell} ipython3\n:tags: [hide-output]\n\nrun()\n```\n````\n\n' +
      '```{code-cell}\n:tags: [remove-cell]\nunseen()\n```\n\n```{math}\n:label: one\na = b\n```\n\n' +
      '::: {.callout-tip title="Try"}\nInner.\n:::\n\n```{.python .input}\nx\n```\n\n:::{dropdown} More\nFolded.\n:::';
    expect(lines(text)).toEqual([
      ':::note Mind',
      '  Good.',
      '  ```python | run()',
      '$$ a = b',
      ':::tip Try',
      '  Inner.',
      '```python | x',
      '+ More',
      '  Folded.',
    ]);
  });

  it.each([
    [
      rst('.. code-block:: sh', '   :caption: Run', '', '   run it', '     twice'),
      '```sh title="Run"\nrun it\n  twice\n```\n\nText.',
    ],
    [
      rst('.. click:example::', '', '    a', '', '    b', '', '.. click:run::', '', '    c'),
      '```\na\n\nb\n```\n\nText.',
    ],
    [
      rst('.. note::', '', '    See :func:`~a.b` and :ref:`this <there>`.'),
      ':::note\n\nSee `b` and this.\n\n:::\n\nText.',
    ],
    [rst('Type this::', '', '    go', '', 'Done.'), 'Type this:\n\n```\ngo\n```\n\nDone.\n\nText.'],
    [rst('.. tabs::', '', '    .. group-tab:: Mac', '', '        Press.'), ':::tab[Mac]\n\nPress.\n\n:::\n\nText.'],
    [rst('.. autoclass:: a.B', '    :members:', '', '.. index:: a', '.. a comment', '    of two lines'), 'Text.'],
    [rst('    .. code-block:: sh'), 'Text.'],
    ['```eval_rst\n.. image:: a.png\n```\n\nText.', 'Text.'],
  ])('reads reStructuredText in a page as what it shows: %j', (text, plain) => {
    expect(lines(text)).toEqual(lines(plain));
  });

  it.each([
    ['Thus\n$$a = b\n+ c$$\n\n## Next', 'Thus\n\n$$\na = b\n+ c\n$$\n\n## Next'],
    ['$$\na = b\n$$ (one)\n\nText.', '$$\na = b\n$$\n\nText.'],
    ['\\begin{align}\na\n\\end{align}', '$$\n\\begin{align}\na\n\\end{align}\n$$'],
    ['\\\\[ a_{t} \\\\]\n\n\\[\nb^2\n\\]', '$$\na_{t}\n$$\n\n$$\nb^2\n$$'],
    ['State \\\\(S_{t+1}\\\\), \\(\\pi_{0}\\) and \\(see b\\).', 'State $S_{t+1}$, $\\pi_{0}$ and (see b).'],
    ['\\[\na note\n\\]', '&#91;\na note\n&#93;'],
    ['\\[Draft\\] of it', '&#91;Draft&#93; of it'],
    ['$$\nnever closed\n\n```sh\n$$\n```', '$$\nnever closed\n\n```sh\n$$\n```'],
  ])('ends a formula where its dollars stand: %j', (text, plain) => {
    expect(lines(text)).toEqual(lines(plain));
  });

  it('leaves indented code and `<pre>` as they are', () => {
    const text = 'One.\n\n    \\(x_1\\) {doc}`a`\n\n<pre>\n\\(x_1\\)\n</pre>\n\nOr <code>\\(x_1\\)</code>.';
    const shown = lines(text, { format: 'markdown' });
    expect(shown.slice(0, 3)).toEqual(['One.', '``` | \\(x_1\\) {doc}`a`', '``` | \\(x_1\\)']);
    expect(shown.slice(3).join('')).not.toContain('$');
  });

  it('reads formulas between dollars, not patterns and paths', () => {
    const text = 'Say ^\\d+$ or ^foo\\wab$ in C:\\tools$x\\bin$.';
    expect(lines(text)).toEqual(lines(text.replaceAll('$', '&#36;')));
    const priced = 'See {doc}`a`: $5 and $6, $ 5/month to $ 10, or $A when $B.';
    expect(lines(priced)).toEqual(['See a: $5 and $6, $ 5/month to $ 10, or $A when $B.']);
    expect(lines('At $ g $.')).toEqual(['At $ g $.']);
    expect(lines('Let $ \\alpha $ be.')).toEqual(lines('Let $\\alpha$ be.'));
  });

  it('reads blocks of reStructuredText that nothing closes side by side, not within each other', () => {
    const found = lines('```{eval-rst}\n.. note::\n  a\n'.repeat(100), { format: 'markdown' });
    expect(found.filter((line) => line === ':::note')).toHaveLength(100);
  });

  it('reads exercises with their solutions, theorems, captions and terms of a glossary in MyST', () => {
    const text =
      '```{exercise-start}\n:label: a\n```\n\nCount.\n\n```{code-cell} ipython3\n---\nmystnb:\n  figure:\n    caption: "A count"\n    name: b\n---\nrun()\n```\n\n```{exercise-end}\n```\n\n' +
      '::: {solution-start} a\n:class: dropdown\n:::\n\n```{hint}\nTry.\n```\n\nEight.\n\n::: {solution-end}\n:::\n\n```{prf:theorem} Fermat\n:label: c\n\nNone.\n```\n\n```{prf:proof}\nShort.\n```\n\n' +
      '```{code-block} sh\n:caption: a.sh\nls\n```\n\n```{glossary}\nPump\n  Moves water.\n\n  And air.\n\nValve\n: Stops it.\n```\n\n```{solution-start} d\n```\n\nLast.';
    expect(lines(text, { format: 'markdown' })).toEqual([
      ':::exercise',
      '  Count.',
      '  ```python A count | run()',
      ':::solution',
      '  :::hint',
      '    Try.',
      '  Eight.',
      ':::theorem Theorem (Fermat)',
      '  None.',
      ':::proof',
      '  Short.',
      '```sh a.sh | ls',
      ': Pump',
      '  Moves water.',
      '  And air.',
      ': Valve',
      '  Stops it.',
      'Last.',
    ]);
  });

  it('reads the question of a quiz as an exercise, and the choices that are correct as its solution, without the others', () => {
    const choices =
      '[{ text: "A <b>red</b> one", explain: "It `is`.", correct: true }, { text: "A blue one", explain: "No." }]';
    const solution = [':::solution', '  ul', '  - A red one', '    It is.'];
    expect(lines(`### Q1: Which?\n\n<Question\n\tchoices={${choices}}\n/>\n\nNext.`)).toEqual([
      '### Q1: Which? #q1-which',
      ...solution,
      'Next.',
    ]);
    const other = choices.replaceAll('text:', 'label:').replace('correct', 'isCorrect');
    expect(lines(`<Quiz question="Which?" options={${other}} />`)).toEqual([':::exercise', '  Which?', ...solution]);
    expect(lines('<Tabs values={[{ label: "A", value: "a" }]}>\n<TabItem value="a">Text</TabItem>\n</Tabs>')).toEqual([
      '=== A',
      '  Text',
    ]);
  });

  it('takes lists of other components for no quiz', () => {
    const rows = '[{ label: "A", correct: true }]';
    expect(lines(`<Table rows={${rows}}>\n\nText.\n\n</Table>`)).toEqual(['Text.']);
  });

  it('leaves out imports above text of a page that is no MDX', () => {
    expect(lines("import a from 'b'\nSome text { here.")).toEqual(['Some text { here.']);
  });

  it('reads pages of MDX whose elements without an end tag are not closed', () => {
    const text = 'See <img src="a.png" alt="it">.<br>\nIn `<br>` and {`x`}.\n\n```html\n<br>\n```';
    expect(lines(text)).toEqual(['See . In <br> and x.', '![it]', '```html | <br>']);
    expect(rules(text)).toEqual([]);
  });

  it('takes an element that is closed at once for whole', () => {
    expect(lines('## `slots` <sup class="ts" /> {#slots}\n\nText.')).toEqual(['## slots #slots', 'Text.']);
  });

  it('reads admonitions with titles in each notation, also nested', () => {
    const body =
      '::::note Given title\n\nText.\n\n:::tip[In *label*]\n\nInner.\n\n:::\n\n::::\n\n:::warning Warning:\n\nBare.\n\n:::\n\n<Admonition type="danger" title="T">As element.</Admonition>';
    expect(lines(body)).toEqual([
      ':::note Given title',
      '  Text.',
      '  :::tip In label',
      '    Inner.',
      ':::warning',
      '  Bare.',
      ':::danger T',
      '  As element.',
    ]);
  });

  it('shows the words that components of Starlight have as attributes', () => {
    const body =
      '<Aside type="caution" title="Mind">\n\nHot.\n\n</Aside>\n\n<aside>Beside.</aside>\n\n<Card title="Fast" icon="rocket">\n\nVery.\n\n</Card>\n\n<LinkCard title="More" href="/more" description="All of it." />\n\n<Code code={`a()`} lang="js" title="a.js" />\n\n## New <Badge type="tip" text="^1.9" />\n\nIn <Code>b</Code>.';
    expect(lines(body)).toEqual([
      ':::caution Mind',
      '  Hot.',
      'Beside.',
      'Fast',
      'Very.',
      'More',
      'All of it.',
      '```js a.js | a()',
      '## New ^1.9 #new-',
      'In b.',
    ]);
    // VitePress: https://vitepress.dev/reference/default-theme-badge.
    expect(lines('## New <Badge type="tip" text="^1.9" />', { format: 'markdown' })).toEqual(['## New #new-']);
    const status = '## `connect()` <Badge type="danger" text="deprecated" />';
    expect(lines(status, { format: 'markdown' })).toEqual(['## connect() deprecated #connect-']);
  });

  it('keeps every tab, labelled by the panel or by the set', () => {
    const body =
      '<Tabs values={[{label: "Second", value: "b"}]}>\n<TabItem value="a" label="First">\n\n## Inside\n\n</TabItem>\n<TabItem value="b">Two</TabItem>\n<TabItem value="c">Three</TabItem>\n</Tabs>';
    expect(lines(body)).toEqual(['=== First', '  ## Inside #inside', '=== Second', '  Two', '=== c', '  Three']);
  });

  it('reads details, with the word of Docusaurus where the summary is missing', () => {
    const body =
      '<details>\n  <summary>More *about* it</summary>\n\n  Text.\n</details>\n\n<details>\n\nBare.\n\n</details>';
    expect(lines(body)).toEqual(['+ More about it', '  Text.', '+ Details', '  Bare.']);
  });

  it('reads code blocks written as elements, also with an imported file', () => {
    const body =
      'import Source from \'!!raw-loader!./a.py\'\n\n<CodeBlock language="py" title="a.py">{Source}</CodeBlock>\n\n<CodeBlock>{`x\ny`}</CodeBlock>\n\n<pre><code className="language-sh">ls</code></pre>';
    expect(lines(body, { imports: { '!!raw-loader!./a.py': 'print(1)\n' } })).toEqual([
      '```py a.py | print(1)',
      '``` | x⏎y',
      '```sh | ls',
    ]);
  });

  it('reads partials in their place, with their own partials and properties, and reports one that is missing', () => {
    const body = "import A from './_a.mdx'\nimport Gone from './_gone.mdx'\n\n<A name=\"Ibid\" />\n\n<Gone />";
    const raw = {
      imports: {
        './_a.mdx': "---\ntitle: ignored\n---\nimport B from '../_b.md'\n\nHello {props.name}.\n\n<B />",
        './_a.mdx > ../_b.md': '> deep',
      },
    };
    expect(lines(body, raw)).toEqual(['Hello Ibid.', '>', '  deep']);
    expect(rules(body, raw)).toEqual(['markdown:missing-import']);
  });

  it('looks through unknown components and drops those that list other pages', () => {
    const body =
      '<Card title={<b>x</b>}>\n\nInside.\n\n</Card>\n\n<TOCInline toc={toc} />\n\n<DocCardList />\n\nA <Badge>new</Badge> word.';
    expect(lines(body)).toEqual(['Inside.', 'A new word.']);
  });

  it('reads a page that is no MDX as Markdown with HTML, and says so', () => {
    const body =
      'import Tabs from \'@theme/Tabs\'\n\n# Title\n\nA <b>bold</b> <br> { word.\n\n<Tabs><TabItem label="One">first</TabItem></Tabs>\n';
    expect(rules(body)).toEqual(['markdown:mdx-syntax']);
    expect(lines(body)).toEqual(['# Title', 'A bold { word.', '=== One', '  first']);
  });
});
