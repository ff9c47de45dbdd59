import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Block } from '../../types/block.ts';
import type { RawPage } from '../../types/source.ts';
import { parseMarkdown } from './parse-markdown.ts';

const PIECES = [
  `# ¦## ¦> ¦- ¦1. ¦  ¦\n¦\n\n¦\`\`\`¦\`\`\`js title="a"\n¦| a | b |\n| - | - |\n¦*¦**¦\`¦[¦](x)¦![¦<div>`,
  `</div>¦<details><summary>¦</summary>¦</details>¦<Tabs>¦<TabItem value="a">¦</TabItem>¦</Tabs>¦<!--¦-->¦{¦}`,
  `{/* c */}¦$¦$$¦:::note¦:::¦:::tip T\n¦[^1]¦[^1]: ¦---\n¦title: x\n¦import X from "./x.mdx"\n¦<X />`,
  `{{#include a}}¦&amp;¦\\¦word¦ two words ¦中文¦\u200b¦{#id}¦<br>¦<br/>¦> [!NOTE]\n`,
].flatMap((row) => row.split('¦'));

const body = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''));
const format = fc.constantFrom<RawPage['format'][]>('mdx', 'markdown', 'mdbook');

function raw(text: string, kind: RawPage['format']): RawPage {
  const imports = { './x.mdx': '## Partial\n\ntext', a: 'included' };
  return {
    url: 'https://x.org/a',
    format: kind,
    body: text,
    sourceFile: 'a.md',
    title: '',
    imports,
    locale: '',
    version: '',
    module: 'root',
  };
}

it('gives blocks that keep the promises of the block tree, whatever the text', () => {
  fc.assert(
    fc.property(body, format, (text, kind) => {
      const { page, diagnostics } = parseMarkdown(raw(text, kind));
      expect(diagnostics.map((one) => one.rule)).not.toContain('markdown:unreadable');
      expect(page?.title).not.toBe('');
      expect(faults(page?.blocks ?? [])).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

it('gives the same page for the same text', () => {
  fc.assert(
    fc.property(body, format, (text, kind) => {
      expect(parseMarkdown(raw(text, kind))).toEqual(parseMarkdown(raw(text, kind)));
    }),
    { numRuns: 50 },
  );
});

/** What breaks the promises of the block tree. */
function faults(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        return unfolded(block.text);
      case 'code':
      case 'math':
        return block.text.trim() === '' ? [`empty ${block.type}`] : [];
      case 'image':
        return unfolded(block.alt);
      case 'list':
        return block.items.length === 0 ? ['empty list'] : block.items.flatMap(faults);
      case 'tabs':
        return block.tabs.length === 0 ? ['empty tabs'] : block.tabs.flatMap((tab) => faults(tab.children));
      case 'definitions':
        return block.items.flatMap((item) => faults(item.children));
      case 'table':
        return block.header.length + block.rows.length === 0 ? ['empty table'] : [];
      default:
        return faults(block.children);
    }
  });
}

function unfolded(text: string): readonly string[] {
  return text !== '' && text === text.replace(/\s+/g, ' ').trim() ? [] : [`text is ${JSON.stringify(text)}`];
}
