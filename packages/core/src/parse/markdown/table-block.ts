import type { Block } from '../../spec/block.ts';
import { lineText } from './block-text.ts';
import type { Flow } from './file-context.ts';
import type { MarkNode } from './mark-node.ts';

/** A table from rows of cells, the header row first, empty when there is none; nothing for a table without text. */
export function tableBlock(rows: readonly (readonly MarkNode[])[], flow: Flow): readonly Block[] {
  const [header = [], ...body] = rows.map((cells) => cells.map((cell) => lineText(flow(cell.children ?? []))));
  const filled = body.filter(hasText);
  if (!hasText(header) && filled.length === 0) return [];
  return [{ type: 'table', header: hasText(header) ? header : [], rows: filled }];
}

function hasText(cells: readonly string[]): boolean {
  return cells.some((text) => text !== '');
}
