import { describe, expect, it } from 'vitest';
import { blocks, paragraph, rules } from '../testing/read-markdown.ts';

function rst(...lines: readonly string[]): string {
  return `\`\`\`{eval-rst}\n${lines.join('\n')}\n\`\`\`\n\nText.`;
}

describe('parseMarkdown knows the components of Docusaurus (R22)', () => {
  it('reads containers and groups of code as VitePress writes them', () => {
    const text =
      '::: tip Use [it]\nGood.\n:::\n\n::: code-group\n\n```sh [npm]\nnpm i\n```\n\n```md\n::: tip\n```\n\n:::';
    const code = { type: 'code', text: 'npm i', language: 'sh', title: 'npm' };
    expect(blocks(text)).toEqual([
      { type: 'admonition', kind: 'tip', title: 'Use [it]', children: [paragraph('Good.')] },
      code,
      { ...code, text: '::: tip', language: 'md', title: '' },
    ]);
  });

  it('reads boxes and tabs as MkDocs writes them, and leaves out lines that only bring in a file', () => {
    const text =
      'First.\n\n!!! note "Mind [it]"\n    Good.\n\n    !!! tip\n        Inner.\n\n=== "Linux"\n    ```sh\n    !!! run\n    ```\n\n/// warning | Technical\n\nSlow.\n\n///\n\n{* ../a.py hl[2] *}\n<<< @/b.ts\n@[code](@snippets/b.sh)\n[summary](docblock://b.ts?token=all)\n{{ table("x") }}\n{{ table("y",\n[1]) }}\n{% include y.html %}\n\n```py\n--8<-- "c.py:all"\n```\n\nLast.';
    expect(blocks(text)).toEqual([
      paragraph('First.'),
      {
        type: 'admonition',
        kind: 'note',
        title: 'Mind [it]',
        children: [paragraph('Good.'), { type: 'admonition', kind: 'tip', title: '', children: [paragraph('Inner.')] }],
      },
      {
        type: 'tabs',
        tabs: [{ label: 'Linux', children: [{ type: 'code', text: '!!! run', language: 'sh', title: '' }] }],
      },
      { type: 'admonition', kind: 'warning', title: 'Technical', children: [paragraph('Slow.')] },
      paragraph('Last.'),
    ]);
  });

  it('leaves out calls of macros that are broken into lines, and no code, heading or list between braces', () => {
    const code = { type: 'code', text: '{{\n  site.name\n}}', language: '', title: '' };
    expect(blocks('Use it:\n\n    {{\n      site.name\n    }}\n\nDone.')).toEqual([
      paragraph('Use it:'),
      code,
      paragraph('Done.'),
    ]);
    expect(JSON.stringify(blocks('{{ a(\n# Head\n\n- Item\n) }}'))).toContain('Item');
    const note = { type: 'admonition', kind: 'note', title: '', children: [paragraph('Inside.')] };
    expect(blocks('!!! note\n    Inside.\n{{ call(\n"x") }}\n\nOutside.')).toEqual([note, paragraph('Outside.')]);
  });

  it('keeps tabs of a list item in it, and leaves out what MkDocs makes of source code', () => {
    const text =
      '- One.\n\n    === "Call"\n\n        ```py\n        a(b)\n        ```\n\n::: pump.valve\n    options:\n      all: true\n\nLast.';
    const code = { type: 'code', text: 'a(b)', language: 'py', title: '' };
    expect(blocks(text)).toEqual([
      {
        type: 'list',
        ordered: false,
        start: 1,
        items: [[paragraph('One.'), { type: 'tabs', tabs: [{ label: 'Call', children: [code] }] }]],
      },
      paragraph('Last.'),
    ]);
  });

  it.each([
    ['`run`{.sh .no-copy} it.', '`run` it.'],
    ['Text. {#own-id}', 'Text.'],
    ['Text.\n{: .lead }', 'Text.'],
    ['See [`Model`][pump.Model] and [here].\n\n[here]: /a', 'See `Model` and [here](/a).'],
    ['Use `[b]{.c}`, or [b]{.c}.', 'Use `[b]{.c}`, or [b].'],
    ['See [`Model`][] and a[0][1].', 'See `Model` and a[0][1].'],
    ['See [a][b][c].\n\n[c]: /c', 'See [a][b](/c).'],
    [':material-check: Yes', 'Yes'],
    ['At {ref}`the start <intro>` or {numref}`fig:my-pump` {cite:p}`b1`.', 'At the start or my pump.'],
    ['A {term}`valve` of {py:class}`~pump.Valve`, {math}`x^2`.', 'A valve of `Valve`, $x^2$.'],
    ['As :citet:`Bishop.1995` says :cite:`b1`.', 'As Bishop.1995 says.'],
    ['(target)=\n\nText.\n\n+++\n', 'Text.'],
    ['```{index} pump\n```\n\nText.', 'Text.'],
    ['```a```\n\nSee [`Model`][pump.Model].', '```a```\n\nSee `Model`.'],
    ['In `{ref}` and `[a][b.c]`.', 'In `{ref}` and `[a][b.c]`.'],
    ['Use ``a`b``{.c} it.', 'Use ``a`b`` it.'],
    ['```mdx-code-block\n<b>a</b>\n```\n\nText.', '<b>a</b>\n\nText.'],
  ])('reads %j as %j', (text, plain) => {
    expect(blocks(text)).toEqual(blocks(plain));
  });

  it('keeps attributes that are code, and brackets that refer to nothing', () => {
    const [text] = blocks('Use `{.foo}` and ``{#bar}``, or [i][j] of the [Config][config].');
    expect(text).toMatchObject({ text: 'Use {.foo} and {#bar}, or [i][j] of the Config.' });
  });

  it('leaves fenced code as it is, in lists too, and goes on after it', () => {
    const code = { type: 'code', text: '## Hello {#hello}\n\n:::note My title', language: 'md', title: '' };
    const tip = { type: 'admonition', kind: 'tip', title: 'Mind', children: [paragraph('Good.')] };
    const text = '```md\n## Hello {#hello}\n\n:::note My title\n```\n';
    expect(blocks(`${text}\n:::tip Mind\nGood.\n:::`)).toEqual([code, tip]);
    const item = `1. ${text.trimEnd().replaceAll('\n', '\n   ')}`;
    expect(blocks(`${item}\n\n:::tip Mind\nGood.\n:::`)).toEqual([
      { type: 'list', ordered: true, start: 1, items: [[code]] },
      tip,
    ]);
  });

  it.each([
    ['list item', '- ```sh\n  run\n\n', { type: 'list', ordered: false, start: 1 }],
    ['quotation', '> ```sh\n> run\n\n', { type: 'quote' }],
  ])('ends code that nothing closes with the %s around it', (_, text, around) => {
    const [first, ...others] = blocks(`${text}:::tip Mind\nGood.\n:::\n\n## Next {#own}`);
    expect(first).toMatchObject(around);
    expect(others).toEqual([
      { type: 'admonition', kind: 'tip', title: 'Mind', children: [paragraph('Good.')] },
      { type: 'heading', depth: 2, text: 'Next', anchor: 'own' },
    ]);
  });

  it('reads directives of MyST and Quarto as boxes, code and formulas', () => {
    const text =
      '````{note} Mind\n:class: wide\n\nGood.\n\n```{code-cell} ipython3\n:tags: [hide-output]\n\nrun()\n```\n````\n\n' +
      '```{code-cell}\n:tags: [remove-cell]\nunseen()\n```\n\n```{math}\n:label: one\na = b\n```\n\n' +
      '::: {.callout-tip title="Try"}\nInner.\n:::\n\n```{.python .input}\nx\n```\n\n:::{dropdown} More\nFolded.\n:::';
    expect(blocks(text)).toEqual([
      {
        type: 'admonition',
        kind: 'note',
        title: 'Mind',
        children: [paragraph('Good.'), { type: 'code', text: 'run()', language: 'python', title: '' }],
      },
      { type: 'math', text: 'a = b' },
      { type: 'admonition', kind: 'tip', title: 'Try', children: [paragraph('Inner.')] },
      { type: 'code', text: 'x', language: 'python', title: '' },
      { type: 'details', summary: 'More', children: [paragraph('Folded.')] },
    ]);
  });

  it.each([
    [
      rst('.. code-block:: sh', '   :caption: Run', '', '   run it', '     twice'),
      '```sh\nrun it\n  twice\n```\n\nText.',
    ],
    [
      rst('.. click:example::', '', '    a', '', '    b', '', '.. click:run::', '', '    c'),
      '```\na\n\nb\n```\n\nText.',
    ],
    [
      rst('.. note::', '', '    See :func:`~a.b` and :ref:`this <there>`.'),
      ':::note\n\nSee `a.b` and `this`.\n\n:::\n\nText.',
    ],
    [rst('Type this::', '', '    go', '', 'Done.'), 'Type this:\n\n```\ngo\n```\n\nDone.\n\nText.'],
    [rst('.. tabs::', '', '    .. group-tab:: Mac', '', '        Press.'), 'Mac\n\nPress.\n\nText.'],
    [rst('.. autoclass:: a.B', '    :members:', '', '.. index:: a', '.. a comment', '    of two lines'), 'Text.'],
    [rst('    .. code-block:: sh'), 'Text.'],
    ['```eval_rst\n.. image:: a.png\n```\n\nText.', 'Text.'],
  ])('reads reStructuredText in a page as what it shows: %j', (text, plain) => {
    expect(blocks(text)).toEqual(blocks(plain));
  });

  it.each([
    ['Thus\n$$a = b\n+ c$$\n\n## Next', 'Thus\n\n$$\na = b\n+ c\n$$\n\n## Next'],
    ['$$\na = b\n$$ (one)\n\nText.', '$$\na = b\n$$\n\nText.'],
    ['\\begin{align}\na\n\\end{align}', '$$\n\\begin{align}\na\n\\end{align}\n$$'],
    ['$$\nnever closed\n\n```sh\n$$\n```', '$$\nnever closed\n\n```sh\n$$\n```'],
  ])('ends a formula where its dollars stand: %j', (text, plain) => {
    expect(blocks(text)).toEqual(blocks(plain));
  });

  it('takes an element that is closed at once for whole', () => {
    expect(blocks('## `slots` <sup class="ts" /> {#slots}\n\nText.')).toEqual([
      { type: 'heading', depth: 2, text: 'slots', anchor: 'slots' },
      paragraph('Text.'),
    ]);
  });

  it('reads admonitions with titles in each notation, also nested', () => {
    const body =
      '::::note Given title\n\nText.\n\n:::tip[In *label*]\n\nInner.\n\n:::\n\n::::\n\n:::warning\n\nBare.\n\n:::\n\n<Admonition type="danger" title="T">As element.</Admonition>';
    expect(blocks(body)).toEqual([
      {
        type: 'admonition',
        kind: 'note',
        title: 'Given title',
        children: [
          paragraph('Text.'),
          { type: 'admonition', kind: 'tip', title: 'In label', children: [paragraph('Inner.')] },
        ],
      },
      { type: 'admonition', kind: 'warning', title: '', children: [paragraph('Bare.')] },
      { type: 'admonition', kind: 'danger', title: 'T', children: [paragraph('As element.')] },
    ]);
  });

  it('keeps every tab, labelled by the panel or by the set', () => {
    const body =
      '<Tabs values={[{label: "Second", value: "b"}]}>\n<TabItem value="a" label="First">\n\n## Inside\n\n</TabItem>\n<TabItem value="b">Two</TabItem>\n<TabItem value="c">Three</TabItem>\n</Tabs>';
    expect(blocks(body)).toEqual([
      {
        type: 'tabs',
        tabs: [
          { label: 'First', children: [{ type: 'heading', depth: 2, text: 'Inside', anchor: 'inside' }] },
          { label: 'Second', children: [paragraph('Two')] },
          { label: 'c', children: [paragraph('Three')] },
        ],
      },
    ]);
  });

  it('reads details, with the word of Docusaurus where the summary is missing', () => {
    expect(
      blocks(
        '<details>\n  <summary>More *about* it</summary>\n\n  Text.\n</details>\n\n<details>\n\nBare.\n\n</details>',
      ),
    ).toEqual([
      { type: 'details', summary: 'More about it', children: [paragraph('Text.')] },
      { type: 'details', summary: 'Details', children: [paragraph('Bare.')] },
    ]);
  });

  it('reads code blocks written as elements, also with an imported file', () => {
    const body =
      'import Source from \'!!raw-loader!./a.py\'\n\n<CodeBlock language="py" title="a.py">{Source}</CodeBlock>\n\n<CodeBlock>{`x\ny`}</CodeBlock>\n\n<pre><code className="language-sh">ls</code></pre>';
    expect(blocks(body, { imports: { '!!raw-loader!./a.py': 'print(1)\n' } })).toEqual([
      { type: 'code', language: 'py', title: 'a.py', text: 'print(1)' },
      { type: 'code', language: '', title: '', text: 'x\ny' },
      { type: 'code', language: 'sh', title: '', text: 'ls' },
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
    expect(blocks(body, raw)).toEqual([paragraph('Hello Ibid.'), { type: 'quote', children: [paragraph('deep')] }]);
    expect(rules(body, raw)).toEqual(['markdown:missing-import']);
  });

  it('looks through unknown components and drops those that list other pages', () => {
    expect(
      blocks(
        '<Card title={<b>x</b>}>\n\nInside.\n\n</Card>\n\n<TOCInline toc={toc} />\n\n<DocCardList />\n\nA <Badge>new</Badge> word.',
      ),
    ).toEqual([paragraph('Inside.'), paragraph('A new word.')]);
  });

  it('reads a page that is no MDX as Markdown with HTML, and says so', () => {
    const body =
      'import Tabs from \'@theme/Tabs\'\n\n# Title\n\nA <b>bold</b> <br> { word.\n\n<Tabs><TabItem label="One">first</TabItem></Tabs>\n';
    expect(rules(body)).toEqual(['markdown:mdx-syntax']);
    expect(blocks(body)).toEqual([
      { type: 'heading', depth: 1, text: 'Title', anchor: '' },
      paragraph('A bold { word.'),
      { type: 'tabs', tabs: [{ label: 'One', children: [paragraph('first')] }] },
    ]);
  });
});
