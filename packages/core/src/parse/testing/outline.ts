import type { Block } from '../../types/block.ts';

/**
 * Blocks as lines of text without marks, with what they hold indented: `## Heading #anchor`, `` ```js a.js | code ``, `$$ math`, `![image]`,
 * `|= header` and `| row`, `ol` or `ul` above `3. item`, `:::note Title`, `=== Tab`, `+ Summary`, `: term`, `>` for a quotation.
 */
export function outline(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.type) {
      case 'heading':
        return [`${'#'.repeat(block.depth)} ${block.text}${block.anchor === '' ? '' : ` #${block.anchor}`}`];
      case 'paragraph':
        return [block.text];
      case 'code':
        return [`\`\`\`${[block.language, block.title].join(' ').trimEnd()} | ${block.text.replaceAll('\n', '⏎')}`];
      case 'math':
        return [`$$ ${block.text}`];
      case 'image':
        return [`![${block.alt}]`];
      case 'table': {
        const rows = [block.header, ...block.rows].map((row) => row.map(({ text }) => text).join(' | '));
        const lines = rows.map((row, index) => `|${index === 0 ? '=' : ''} ${row}`);
        return [...(block.caption === '' ? [] : [`table ${block.caption}`]), ...lines.slice(rows[0] === '' ? 1 : 0)];
      }
      case 'list':
        return [block.ordered ? 'ol' : 'ul', ...block.items.flatMap((item, index) => itemLines(block, item, index))];
      case 'quote':
        return held('>', block.children);
      case 'admonition':
        return held(`:::${block.kind} ${block.title}`.trimEnd(), block.children);
      case 'details':
        return held(`+ ${block.summary}`, block.children);
      case 'tabs':
        return block.tabs.flatMap(({ label, children }) => held(`=== ${label}`, children));
      case 'definitions':
        return block.items.flatMap(({ term, children }) => held(`: ${term}`, children));
    }
  });
}

function held(first: string, children: readonly Block[]): readonly string[] {
  return [first, ...outline(children).map((line) => `  ${line}`)];
}

function itemLines(list: Extract<Block, { type: 'list' }>, item: readonly Block[], index: number): readonly string[] {
  const marker = list.ordered ? `${list.numbers?.[index] ?? list.start + index}.` : '-';
  return outline(item).map((line, at) => `${at === 0 ? marker : ' '} ${line}`);
}
