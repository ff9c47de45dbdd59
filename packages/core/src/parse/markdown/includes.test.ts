import { describe, expect, it } from 'vitest';
import type { RawPage } from '../../types/source.ts';
import { expandIncludes, includesIn } from './includes.ts';
import { markdownImports } from './imports.ts';

const FILES = {
  'f.py':
    'import a\n\n# --8<-- [start:body]\ndef f():\n    # --8<-- [start:inner]\n    return 1\n    # --8<-- [end:inner]\n# --8<-- [end:body]\n',
  'three.md': 'one\ntwo\nthree\n',
  'page.md': '---\ntitle: Part\n---\nText.\n',
  'region.ts':
    'before\n// #region a\n  const x = 1;\n  // #region other\n  f(x);\n  // #endregion\n// #endregion\nafter\n',
  'ticks.md': '```\ncode\n```\n',
  'outer.md': 'Outer.\n--8<-- "three.md:2:2"\n',
  'outer.md > three.md': 'one\ntwo\n',
};

const expand = (text: string, format: RawPage['format'] = 'markdown'): string =>
  expandIncludes(text, format, FILES).text;

const INNER = 'def f():\n    return 1';

describe('code that tells how to include a file', () => {
  it.each([
    ['between backticks', 'Write `<!--@include: ./part.md-->` in the page.'],
    ['in a table', '| notation |\n| --- |\n| `<!--@include: ./part.md-->`, `{!part.md!}` |'],
    ['in a fence', '```md\n<!--@include: ./part.md-->\n```'],
    ['as code to import', '```md\n<<< ./part.ts\n```'],
  ])('stays as it is %s', (_, text) => {
    expect(expandIncludes(text, 'markdown', FILES)).toEqual({ text, missing: [] });
  });

  it.each([
    ['a lone backtick', 'It`s here: <!--@include: ./part.md-->'],
    ['a backtick of another line', 'It`s here:\n<!--@include: ./part.md--> and `code`'],
    ['an escaped backtick', '\\`<!--@include: ./part.md-->`'],
    ['a run of other length', '``a <!--@include: ./part.md--> `'],
    ['code that ends before', '`a` <!--@include: ./part.md--> `b`'],
  ])('is none behind %s', (_, text) => {
    expect(expandIncludes(text, 'markdown', FILES).missing).toEqual(['./part.md']);
  });

  it('is missed in mdBook, which includes files into code', () => {
    expect(expandIncludes('```rust\n{{#include ../main.rs}}\n```', 'mdbook', {}).missing).toEqual(['../main.rs']);
  });

  it('is the file where there is one', () => {
    expect(expand('```md\n--8<-- "three.md:2:2"\n```\n`a` <!--@include: page.md-->')).toBe(
      '```md\ntwo\n```\n`a` Text.',
    );
  });
});

describe('a file takes the place of its name in the notation of', () => {
  it.each([
    ['MkDocs, whole', '--8<-- "three.md"', 'one\ntwo\nthree'],
    ['MkDocs, with fewer dashes and other quotes', "-8<- 'three.md'", 'one\ntwo\nthree'],
    ['MkDocs, from a line', '--8<-- "three.md:2"', 'two\nthree'],
    ['MkDocs, up to a line', '--8<-- "three.md::2"', 'one\ntwo'],
    ['MkDocs, several ranges', '--8<-- "three.md:1:1,3:3"', 'one\nthree'],
    ['MkDocs, from the end', '--8<-- "three.md:-2"', 'three'],
    ['MkDocs, a section without its marks', '--8<-- "f.py:body"', INNER],
    ['MkDocs, an indented section', '--8<-- "f.py:inner"', 'return 1'],
    ['MkDocs, with sections of the whole file', '--8<-- "f.py"', `import a\n\n${INNER}`],
    [
      'MkDocs, in a fence of an indented box',
      '    ```py\n    --8<-- "f.py:body"\n    ```',
      '    ```py\n    def f():\n        return 1\n    ```',
    ],
    ['MkDocs, in a block', '--8<--\nthree.md::1\n\n; page.md\nthree.md:3\n--8<--', 'one\n\nthree'],
    ['MkDocs, taken out', 'a\n--8<-- "; three.md"\nb', 'a\n\nb'],
    ['MkDocs, with a file in the file', '--8<-- "outer.md"', 'Outer.\ntwo'],
    ['FastAPI', '{* f.py hl[1] *}', `\`\`\`python\nimport a\n\n${INNER}\n\`\`\``],
    [
      'FastAPI, lines',
      '{* three.md ln[1,3:3] title["x.md"] *}',
      '```python title="x.md"\none\n\n# Code here omitted 👈\n\nthree\n```',
    ],
    ['FastAPI, all of the lines', '{* three.md ln[0] *}', '```python\none\ntwo\nthree\n```'],
    ['markdown-include', 'See {!three.md!lines=1 3} here.', 'See one\nthree here.'],
    ['mdx_include, indented', '  {!> three.md[ln:2-3]!}', '  two\n  three'],
    ['VitePress', '<!--@include: page.md-->', 'Text.'],
    ['VitePress, lines', '<!-- @include: three.md{2,} -->', 'two\nthree'],
    ['VitePress, lines of a region', '<!--@include: region.ts#a{,1}-->', 'const x = 1;'],
    ['VuePress, lines', '<!-- @include: three.md{-2} -->', 'one\ntwo'],
    ['VitePress, code', '<<< page.md', '```md\n---\ntitle: Part\n---\nText.\n```'],
    [
      'VitePress, code of a region',
      ' <<< region.ts#a{1,2 js:line-numbers} [x.js]',
      ' ```js [x.js]\n const x = 1;\n f(x);\n ```',
    ],
    ['VitePress, code with fences', '<<< ticks.md', '````md\n```\ncode\n```\n````'],
    ['VuePress, code', '@[code{2-3} ts{1}](three.md)', '```ts{1}\ntwo\nthree\n```'],
    ['Hugo', '{{% include "/three.md" %}}', 'one\ntwo\nthree'],
    ['Docsy', '{{< readfile file="/three.md" code="true" lang="yaml" >}}', '```yaml\none\ntwo\nthree\n```'],
    ['Jekyll', '{% include_relative three.md %}', 'one\ntwo\nthree'],
    ['include-markdown', '{% include-markdown "three.md" %}', 'one\ntwo\nthree'],
  ])('%s', (_, text, shown) => {
    expect(expand(text)).toBe(shown);
    for (const { path } of includesIn(text, 'markdown')) expect(Object.keys(FILES)).toContain(path);
  });
});

describe('what only shows a notation stays', () => {
  it.each<readonly [string, string]>([
    [';--8<-- "three.md"', '--8<-- "three.md"'],
    [';--8<--\nthree.md\n;--8<--', '--8<--\nthree.md\n--8<--'],
    [';;--8<-- "three.md"', ';--8<-- "three.md"'],
    ['\\{!three.md!}', '{!three.md!}'],
    ...[
      '`{!three.md!}`',
      'if {!open ? 1 : 2!}',
      '{% raw %}{!three.md!}{% endraw %}',
      '```md\n<<< region.ts\n@[code](three.md)\n{{% include "three.md" %}}\n```',
      '```py\ncode\n```\n\n    <<<<<<< HEAD',
      '--8<-- three.md',
      '<!--@include: -->',
    ].map((text) => [text, text] as const),
  ])('%j', (text, shown) => {
    expect(expand(text)).toBe(shown);
    expect(includesIn(text, 'markdown')).toEqual([]);
  });
});

it('names missing files and sections, which leave no text', () => {
  const text = 'a\n--8<-- "gone.md"\n<<< region.ts#gone\n--8<-- "f.py:gone"\nb';
  expect(expandIncludes(text, 'markdown', FILES)).toEqual({
    text: 'a\n\n\n\nb',
    missing: ['gone.md', 'region.ts:gone', 'f.py:gone'],
  });
});

it('ends where files include each other', () => {
  const text = '--8<-- "a"';
  const imports = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      Array(at + 1)
        .fill('a')
        .join(' > '),
      `x\n${text}`,
    ]),
  );
  expect(expandIncludes(text, 'markdown', imports).text.trim().split('\n')).toHaveLength(10);
});

it('lists files of a text with any ends of lines, and reads other formats by their own notations alone', () => {
  const text = '--8<-- "a.md"\r\n--8<--\r\nb.md\r\n--8<--\r\n{{#include c.md}}\r\n';
  expect(markdownImports(text, 'markdown').map(({ path, base }) => [path, base])).toEqual([
    ['a.md', 'project'],
    ['b.md', 'project'],
  ]);
  expect(markdownImports(text, 'mdbook').map(({ path }) => path)).toEqual(['c.md']);
  expect(markdownImports(text, 'mdx')).toEqual([]);
});
