import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { rawPage } from '../parse/testing/read-page.ts';
import type { Block } from '../types/block.ts';
import type { Chunk } from '../types/chunk.ts';
import type { MarkKind } from '../types/mark.ts';
import type { Page } from '../types/page.ts';
import { markdownSections, pageMarkdown } from './page-markdown.ts';
import { readBack, written } from './testing/read-back.ts';

function parsed(body: string): Page {
  return parsePage(rawPage('markdown', body)).page!;
}

const listOf = (numbers: readonly number[]): Page => ({
  ...parsed('# A'),
  blocks: [
    {
      type: 'list',
      ordered: true,
      start: numbers[0]!,
      numbers,
      items: numbers.map((number) => [{ type: 'paragraph', text: `step ${number}`, marks: [] }]),
    },
  ],
});

const cell = (text: string): { text: string; marks: [] } => ({ text, marks: [] });

const PAGE = `# Parrots {#top}

A *grey* **parrot** says \`hello\` to [others](/guide/others#greeting), see $x^2$.

:::warning[Mind the beak]
It bites.
:::

## Feeding {#food}

3. seeds
4. fruit
   - apples

   \`\`\`sh title="feed.sh"
   feed --fruit
   \`\`\`

| Food | Grams |
| --- | --- |
| seeds | 10 |

### Housing

![A cage]()

$$
a^2 + b^2
$$

> Quoted *words*.
`;

describe('pageMarkdown', () => {
  it('writes the numbers that the page shows where they do not count up', () => {
    expect(written(listOf([9, 4, 5, 3]))).toContain('9. step 9\n\n4) step 4\n5) step 5\n\n3. step 3\n');
  });

  it('writes what the page shows, with its address above', () => {
    expect(written(parsed(PAGE))).toBe(`---
url: "https://docs.example.org/guide/some-page"
---

# Parrots

A *grey* **parrot** says \`hello\` to [others](https://docs.example.org/guide/others#greeting), see $x^2$.

**Mind the beak**

It bites.

## Feeding {#food}

3. seeds
4. fruit

   - apples

   \`\`\`sh title="feed.sh"
   feed --fruit
   \`\`\`

| Food | Grams |
| - | - |
| seeds | 10 |

### Housing

![A cage]()

$$
a^2 + b^2
$$

> Quoted *words*.
`);
  });

  it('says where the list of all pages is', () => {
    const { text, chunks } = chunkPage(parsed('# P\n\nText.'));
    const page = { url: 'https://docs.example.org/p', title: 'P', text, content: chunks };
    expect(pageMarkdown(page, { index: 'https://docs.example.org/llms.txt' })).toContain(
      'index: "https://docs.example.org/llms.txt"\n---\n\n# P\n\nText.\n',
    );
  });

  it('heads a page with its title where the page does not show it', () => {
    expect(written({ ...parsed('## Only\n\nText.'), title: 'The *title*' })).toContain(
      '---\n\n# The \\*title\\*\n\n## Only\n\nText.\n',
    );
    expect(written(parsed('### Only\n\nText.'))).toContain('---\n\n### Only\n\nText.\n');
  });

  it('keeps the names of tabs and of their files with the code', () => {
    const code: Block = { type: 'code', text: 'x = 1', language: 'python', title: 'a.py' };
    const page = {
      ...parsed('# P'),
      blocks: [{ type: 'tabs', tabs: [{ label: 'Python', children: [code] }] }] as const,
    };
    expect(written(page)).toContain('\n:::tab[Python]\n```python title="a.py"\nx = 1\n```\n:::\n');
  });

  it('keeps a bar in the code of a cell', () => {
    expect(written(parsed('# P\n\n| a | b |\n| - | - |\n| `p \\| q` | c |'))).toContain(
      '| a | b |\n| - | - |\n| `p \\| q` | c |',
    );
  });

  it('keeps empty cells and tables without a header', () => {
    const rows = [
      [cell(''), cell('a'), cell('')],
      [cell('b'), cell(''), cell('c')],
    ];
    const table: Block = { type: 'table', caption: '', header: [], rows };
    expect(written({ ...parsed('# P'), blocks: [table] })).toContain('| | | |\n| - | - | - |\n| | a | |\n| b | | c |');
  });
});

const NASTY =
  '* _ ` [a](b) <div> # - 1. 2) > | \\ $ $x$ { } ::: :: a:b & &amp; ~~s~~ === --- !x ^ @ www.a.b http://a.b / ⟨'.split(
    ' ',
  );
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('parrot', 'grey', 'Zwei', '鳥', 'x1') },
  fc.constantFrom(...NASTY),
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const line = fc
  .tuple(words, words, words, fc.constantFrom<MarkKind[]>('code', 'strong', 'emphasis', 'link'))
  .map(([before, marked, after, kind]) => {
    const start = before.length + 1;
    const href = kind === 'link' ? 'https://docs.example.org/other' : '';
    return { text: `${before} ${marked} ${after}`, marks: [{ kind, start, end: start + marked.length, href }] };
  });
const leaf: fc.Arbitrary<Block> = fc.oneof(
  line.map((read): Block => ({ type: 'paragraph', ...read })),
  fc
    .tuple(words, fc.constantFrom('', 'js'), fc.constantFrom('', 'a.js'))
    .map(([text, language, title]): Block => ({ type: 'code', text, language, title })),
  words.map((alt): Block => ({ type: 'image', alt })),
  fc.constantFrom('x^2', '\\frac{a}{b}').map((text): Block => ({ type: 'math', text })),
  fc
    .array(fc.array(line, { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 3 })
    .map(([header = [], ...rows]): Block => ({ type: 'table', caption: '', header, rows })),
);
const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      type: fc.constant('list' as const),
      ordered: fc.boolean(),
      start: fc.constant(1),
      items: fc
        .array(fc.tuple(line, fc.array(tie('block'), { maxLength: 2 })), { minLength: 1, maxLength: 3 })
        .map((list) => list.map(([read, rest]): Block[] => [{ type: 'paragraph', ...read }, ...rest])),
    }),
    fc.record({
      type: fc.constant('admonition' as const),
      kind: fc.constant('note'),
      title: words,
      children: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('quote' as const), children: fc.array(leaf, { minLength: 1, maxLength: 2 }) }),
  ),
}));
const heading = fc
  .tuple(fc.constantFrom(2, 3), words, fc.constantFrom('', 'own-id'))
  .map(([depth, text, anchor]): Block => ({ type: 'heading', depth, text, anchor }));
const title: Block = { type: 'heading', depth: 1, text: 'Title', anchor: '' };
const page = fc
  .array(fc.oneof({ weight: 3, arbitrary: block }, heading), { maxLength: 8 })
  .map((blocks): Page => ({ ...parsed('# Title'), blocks: [title, ...blocks] }));

test('what pages show survives, whatever their words are', () => {
  fc.assert(
    fc.property(page, (one) => {
      const before = chunkPage(one).chunks;
      // Skip pages whose sections are long: without a marker they would be split differently.
      fc.pre(before.every(({ tokens, indexInSection }) => tokens < 350 && indexInSection === 0));
      const after = readBack(one);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after.map(bare)).toEqual(before.map(bare));
    }),
  );
});

/** Text of the spans only: a label may have become a paragraph, and a vertical bar in a cell a cell border. */
function bare({ spans, text }: Chunk): string {
  return spans
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
    .replace(/[\s|]+/gu, ' ');
}

describe('a long page is written in parts', () => {
  const numbers = Array.from({ length: 450 }, (_, at) => at + 1);
  const lines = (lineOf: (number: number) => string): string => numbers.map(lineOf).join('\n');
  const bullets = `${lines((at) => `- item ${at}`)}\n\n  Inner.`;
  const rows = `| a | b |\n| - | - |\n${lines((at) => `| ${at} | x |`)}`;
  const body = `${bullets}\n\n1. one\n2. two\n\nText.\n\n${rows}\n\n${lines((at) => `${at}. step`)}\n\n${lines((at) => `Line ${at}.\n`)}`;

  it('of a few hundred lines, which together are as the whole would be', () => {
    const long = parsed(`# A\n\n${body}`);
    const { text, chunks } = chunkPage(long);
    const parts = [...markdownSections({ url: long.url, title: long.title, text, content: chunks })];
    expect(Math.max(...parts.map((part) => part.split('\n').length))).toBeLessThan(450);
    // The steps before the first block: finding the blocks, and building their nodes.
    expect(parts.slice(0, 3).map((part) => part.slice(0, 3))).toEqual(['---', '', '\n# ']);
    expect(parts.join('').split('\n').slice(4).join('\n')).toBe(`# A\n\n${body}`);
  });

  it('with as many columns in the header of a table as its widest row has', () => {
    const wide = [...numbers.map((at) => [cell(`${at}`)]), [cell('a'), cell('b'), cell('c')]];
    const long: Page = { ...parsed('# A'), blocks: [{ type: 'table', caption: '', header: [cell('h')], rows: wide }] };
    const table = written(long)
      .split('\n')
      .filter((row) => row.startsWith('|'));
    expect(table).toHaveLength(453);
    expect(table.slice(0, 3)).toEqual(['| h | | |', '| - | - | - |', '| 1 |']);
    expect(table.at(-1)).toBe('| a | b | c |');
  });
});
