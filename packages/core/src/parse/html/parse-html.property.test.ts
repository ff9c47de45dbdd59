import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../../types/block.ts';
import { htmlToBlocks, parseHtml } from './parse-html.ts';

const tag = constantFrom(
  ...'p div span b a ul ol li dl dt dd table thead tr th td caption pre code blockquote details summary h1 h2 h6 section main article aside nav img br hr figure svg math script style template select button form input'.split(
    ' ',
  ),
);
const attributes = constantFrom(
  '',
  ' hidden',
  ' aria-hidden=true',
  ' style="display:none"',
  ' class="admonition note"',
  ' class="highlight language-js"',
  ' class="katex-display"',
  ' class="tabs-container"',
  ' role=tabpanel',
  ' role=tab',
  ' class=theme-admonition',
  ' id=x',
  ' href=#x',
  ' alt=pic',
  ' start=7',
  ' class="footnotes"',
);
const piece = oneof(
  tuple(tag, attributes).map(([name, rest]) => `<${name}${rest}>`),
  tag.map((name) => `</${name}>`),
  string({ unit: 'binary', maxLength: 20 }),
  constantFrom('&amp;', '&#x200b;', '\u202e', ' ', '\n', '<!--', '-->', '<![CDATA[', 'word', '\u{e0041}'),
);
const html = array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

interface Texts {
  readonly prose: string[];
  readonly verbatim: string[];
  /** Lists without items, items without blocks, tables without rows. */
  hollow: number;
}

function textsOf(blocks: readonly Block[]): Texts {
  const texts: Texts = { prose: [], verbatim: [], hollow: 0 };
  const open: Block[] = [...blocks];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        texts.prose.push(block.text);
        break;
      case 'image':
        texts.prose.push(block.alt);
        break;
      case 'code':
      case 'math':
        texts.verbatim.push(block.text);
        break;
      case 'table':
        if (block.rows.length + block.header.length === 0) texts.hollow += 1;
        break;
      case 'list':
        if (block.items.length === 0 || block.items.some((item) => item.length === 0)) texts.hollow += 1;
        open.push(...block.items.flat());
        break;
      case 'definitions':
        open.push(...block.items.flatMap((item) => item.children));
        break;
      case 'tabs':
        open.push(...block.tabs.flatMap((tab) => tab.children));
        break;
      default:
        open.push(...block.children);
    }
  }
  return texts;
}

test('whatever the markup, blocks hold only visible, folded, non-empty text', () => {
  assert(
    property(html, (source) => {
      const { prose, verbatim, hollow } = textsOf(htmlToBlocks(source));
      expect(hollow).toBe(0);
      for (const text of prose) {
        expect(text).toBe(text.replace(/\s+/g, ' ').trim());
        expect(text).not.toBe('');
      }
      for (const text of [...prose, ...verbatim]) {
        expect(text.trim()).not.toBe('');
        expect(text).not.toMatch(/[\u200b\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u);
      }
    }),
    { numRuns: 300 },
  );
});

test('whatever the page, parsing gives a page or says why not, and the same again', () => {
  assert(
    property(html, (body) => {
      const raw = {
        url: 'https://example.org/a',
        format: 'html',
        body,
        sourceFile: 'a',
        title: '',
        imports: {},
        locale: '',
        version: '',
        module: '',
      } as const;
      const parsed = parseHtml(raw);
      expect(parsed.page !== undefined || parsed.diagnostics.length > 0).toBe(true);
      expect(parsed.page?.title).not.toBe('');
      expect(parsed.page?.module).not.toBe('');
      expect(parseHtml(raw)).toEqual(parsed);
    }),
    { numRuns: 200 },
  );
});
