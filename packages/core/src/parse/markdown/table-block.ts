import type { Block } from '../../spec/block.ts';
import { gridTable } from '../table-grid.ts';
import { lineOf } from './block-text.ts';
import type { Flow } from './file-context.ts';
import type { MarkNode } from './mark-node.ts';

/** A table from rows of cells, the header row first; nothing for a table without text. */
export function tableBlocks(rows: readonly (readonly MarkNode[])[], flow: Flow): readonly Block[] {
  const table = gridTable(
    '',
    rows.map((cells, index) => ({
      inHead: index === 0,
      allHeads: false,
      cells: cells.map((cell) => ({ ...lineOf(flow(cell.children ?? [])), columns: 1, rows: 1, namesColumn: false })),
    })),
  );
  return table === undefined ? [] : [table];
}
