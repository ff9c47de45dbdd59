import type { TableBlock, TableCell } from '../types/block.ts';

/** A table whose cells have no marks. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[], caption = ''): TableBlock {
  return { type: 'table', caption, header: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) };
}

function cellOf(text: string): TableCell {
  return { text, marks: [] };
}
