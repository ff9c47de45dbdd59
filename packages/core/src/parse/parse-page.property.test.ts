import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../types/block.ts';
import type { RawPage } from '../types/source.ts';
import { parsePage } from './parse-page.ts';
import { rawPage } from './testing/read-page.ts';
import { foldSpace, type Line } from './write-line.ts';

const PIECES = [
  `# ¦## ¦> ¦- ¦1. ¦  ¦\n¦\n\n¦\`\`\`¦\`\`\`js title="a"\n¦| a | b |\n| - | - |\n¦*¦**¦\`¦[¦](x)¦![¦<div>`,
  `</div>¦<details><summary>¦</summary>¦</details>¦<Tabs>¦<TabItem value="a">¦</TabItem>¦</Tabs>¦<!--¦-->¦{¦}`,
  `{/* c */}¦$¦$$¦:::note¦:::¦:::tip T\n¦[^1]¦[^1]: ¦---\n¦title: x\n¦import X from "./x.mdx"\n¦<X />`,
  `{{#include a}}¦\n-8<- "a"\n¦<<< a\n¦{!a.b!}¦&amp;¦\\¦word¦ two words ¦中文¦\u200b¦{#id}¦<br>¦<br/>¦> [!NOTE]\n`,
].flatMap((row) => row.split('¦'));

const TAGS =
  'p div span b i em sup sub del a ul ol li dl dt dd table thead tr th td caption pre code blockquote details summary h1 h2 h6 section main article aside nav img br hr figure svg math script style template select button form input'.split(
    ' ',
  );
const ATTRIBUTES = [
  ...' | hidden| aria-hidden=true| style="display:none"| class="admonition note"| class="highlight language-js"'.split(
    '|',
  ),
  ...' class="katex-display"| class="tabs-container"| role=tabpanel| role=tab| class=theme-admonition| id=x'.split('|'),
  ...' href="#x"| alt=pic| start=7| class="footnotes"'.split('|'),
];
const CHARACTERS = [
  '&amp;',
  '&#x200b;',
  '\u202e',
  '\u2028',
  ' ',
  '\n',
  '<!--',
  '-->',
  '<![CDATA[',
  'word',
  '1',
  '\u{e0041}',
  '😀',
];

const tag = fc.constantFrom(...TAGS);
const piece = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.tuple(tag, fc.constantFrom(...ATTRIBUTES)).map(([name, rest]) => `<${name}${rest}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom(...CHARACTERS),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const body = fc.array(piece, { maxLength: 50 }).map((pieces) => pieces.join(''));
const format = fc.constantFrom<RawPage['format'][]>('html', 'html', 'mdx', 'markdown', 'mdbook');
const imports = { './x.mdx': '## Partial\n\ntext', a: 'included', 'a.b': 'included' };

/** What breaks the promises of the block tree. */
function faults(block: Block): readonly string[] {
  switch (block.type) {
    case 'heading':
      return unfolded(block.text);
    case 'paragraph':
      return [...unfolded(block.text), ...misplaced(block)];
    case 'image':
      return unfolded(block.alt);
    case 'code':
    case 'math':
      return block.text.trim() === '' || UNSEEN.test(block.text) ? [`${block.type} ${JSON.stringify(block.text)}`] : [];
    case 'table':
      return block.header.length + block.rows.length === 0
        ? ['empty table']
        : [...block.header, ...block.rows.flat()].flatMap(misplaced);
    case 'list':
      return [block.items, ...block.items].some((list) => list.length === 0)
        ? ['empty list or item']
        : block.items.flat().flatMap(faults);
    case 'tabs':
      return block.tabs.length === 0 ? ['empty tabs'] : block.tabs.flatMap((tab) => tab.children.flatMap(faults));
    case 'definitions':
      return block.items.flatMap((item) => item.children.flatMap(faults));
    default:
      return block.children.flatMap(faults);
  }
}

const UNSEEN = /[\u200b\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u;

function unfolded(text: string): readonly string[] {
  return text !== '' && text === foldSpace(text) && !UNSEEN.test(text) ? [] : [`text ${JSON.stringify(text)}`];
}

/** Marks that are empty, begin or end with a space, do not lie in the text, or are out of order. */
function misplaced({ text, marks }: Line): readonly string[] {
  const wrong = marks.filter(({ kind, start, end, href }, index) => {
    const words = text.slice(start, end);
    const isPlaced = start >= (marks[index - 1]?.start ?? 0) && end > start && end <= text.length;
    return !isPlaced || words !== words.trim() || (href !== '') !== (kind === 'link');
  });
  return text === foldSpace(text)
    ? wrong.map((mark) => JSON.stringify({ text, mark }))
    : [`cell ${JSON.stringify(text)}`];
}

test('whatever the text, a page keeps the promises of the block tree or says why there is none (R22)', () => {
  fc.assert(
    fc.property(body, format, (text, kind) => {
      const { page, diagnostics } = parsePage(rawPage(kind, text, { imports }));
      expect(diagnostics.map(({ rule }) => rule)).not.toContain('markdown:unreadable');
      expect(page !== undefined || diagnostics.length > 0).toBe(true);
      expect([page?.title, page?.module]).not.toContain('');
      expect(page?.blocks.flatMap(faults) ?? []).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('the same text gives the same page', () => {
  fc.assert(
    fc.property(body, format, (text, kind) => {
      const raw = rawPage(kind, text, { imports });
      expect(parsePage(raw)).toEqual(parsePage(raw));
    }),
    { numRuns: 100 },
  );
});

test('a block that breaks a promise is seen', () => {
  const marks = [{ kind: 'strong', start: 1, end: 3, href: '' }] as const;
  const broken: Block[] = [
    { type: 'paragraph', text: 'a b', marks },
    { type: 'math', text: '\u200b' },
    { type: 'image', alt: '' },
  ];
  expect(faults({ type: 'quote', children: broken })).toHaveLength(3);
});
