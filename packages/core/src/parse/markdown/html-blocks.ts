import type { Block } from '../../spec/block.ts';
import { lineText } from './block-text.ts';
import type { Flow } from './file-context.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute } from './mark-node.ts';
import { tableBlock } from './table-block.ts';

/** A list written as `<ul>` or `<ol>`. */
export function listBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const items = elementsIn(element.children, ['li'])
    .map((item) => flow(item.children))
    .filter((item) => item.length > 0);
  if (items.length === 0) return flow(element.children);
  const ordered = element.name.toLowerCase() === 'ol';
  const start = Number.parseInt(textAttribute(element, 'start'), 10);
  return [{ type: 'list', ordered, start: ordered && Number.isSafeInteger(start) ? start : 1, items }];
}

/** A list of terms written as `<dl>`. */
export function definitionBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const items: { term: string; children: readonly Block[] }[] = [];
  for (const part of elementsIn(element.children, ['dt', 'dd'])) {
    const inner = flow(part.children);
    const last = items.at(-1);
    if (part.name.toLowerCase() === 'dd') {
      if (last === undefined) items.push({ term: '', children: inner });
      else last.children = [...last.children, ...inner];
    } else {
      items.push({ term: lineText(inner), children: [] });
    }
  }
  return items.length === 0 ? [] : [{ type: 'definitions', items }];
}

/** A table written as `<table>`; a first row of `<th>` only is its header. */
export function tableBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const caption = elementsIn(element.children, ['caption']).flatMap((part) => flow(part.children));
  const rows = elementsIn(element.children, ['tr']);
  const [first, ...rest] = rows;
  if (first === undefined) return caption.length === 0 ? flow(element.children) : caption;
  const cellsOf = (row: ElementNode): readonly ElementNode[] => elementsIn(row.children, ['th', 'td']);
  const inHead = elementsIn(element.children, ['thead']).some((part) => elementsIn(part.children, ['tr']).length > 0);
  const headed = inHead || (cellsOf(first).length > 1 && cellsOf(first).every((cell) => cell.name === 'th'));
  const table = tableBlock(headed ? [cellsOf(first), ...rest.map(cellsOf)] : [[], ...rows.map(cellsOf)], flow);
  // Rows without cells hold their text in other ways.
  return [...caption, ...(table.length === 0 ? rows.flatMap((row) => flow(row.children)) : table)];
}

/** The nearest elements of these names, through paragraphs, fragments and table parts. */
function elementsIn(nodes: readonly MarkNode[], names: readonly string[]): readonly ElementNode[] {
  return nodes.flatMap((node): readonly ElementNode[] => {
    if (isElementNode(node) && names.includes(node.name.toLowerCase())) return [node];
    const through = isElementNode(node) ? /^(?:thead|tbody|tfoot|div|)$/i.test(node.name) : node.type === 'paragraph';
    return through ? elementsIn(node.children ?? [], names) : [];
  });
}
