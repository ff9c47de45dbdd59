import type { Block } from '../../spec/block.ts';
import { gridTable, spanOf, type GridRow } from '../table-grid.ts';
import { lineOf, lineText } from './block-text.ts';
import type { Flow } from './file-context.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute } from './mark-node.ts';

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

/** A table written as `<table>`. */
export function elementTableBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const caption = lineText(elementsIn(element.children, ['caption']).flatMap((part) => flow(part.children)));
  const head = new Set(elementsIn(element.children, ['thead']).flatMap((part) => elementsIn(part.children, ['tr'])));
  const rows = elementsIn(element.children, ['tr']);
  if (rows.length === 0 && caption === '') return flow(element.children);
  const table = gridTable(
    '',
    rows.map((row) => readRow(row, head.has(row), flow)),
  );
  if (table?.type === 'table') return [{ ...table, caption }];
  // Rows without cells hold their text in other ways.
  const others = rows.flatMap((row) => flow(row.children));
  return caption === '' ? others : [{ type: 'paragraph', text: caption, marks: [] }, ...others];
}

function readRow(row: ElementNode, inHead: boolean, flow: Flow): GridRow {
  const cells = elementsIn(row.children, ['th', 'td']);
  return {
    inHead,
    allHeads: cells.length > 1 && cells.every((cell) => cell.name.toLowerCase() === 'th'),
    cells: cells.map((cell) => ({
      ...lineOf(flow(cell.children)),
      columns: spanOf(textAttribute(cell, 'colspan') || textAttribute(cell, 'colSpan')),
      rows: spanOf(textAttribute(cell, 'rowspan') || textAttribute(cell, 'rowSpan')),
      namesColumn: textAttribute(cell, 'scope') === 'col',
    })),
  };
}

/** The nearest elements of these names, through paragraphs, fragments and table parts. */
function elementsIn(nodes: readonly MarkNode[], names: readonly string[]): readonly ElementNode[] {
  return nodes.flatMap((node): readonly ElementNode[] => {
    if (isElementNode(node) && names.includes(node.name.toLowerCase())) return [node];
    const through = isElementNode(node) ? /^(?:thead|tbody|tfoot|div|)$/i.test(node.name) : node.type === 'paragraph';
    return through ? elementsIn(node.children ?? [], names) : [];
  });
}
