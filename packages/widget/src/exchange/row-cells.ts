export interface Cell {
  /** In the row, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Cells of a row as it stands in an index, `a | b`. An empty first cell leaves its bar in front. */
export function rowCells(row: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  const close = (end: number): void => void cells.push({ start, end, text: row.slice(start, end) });
  for (const { 0: bar, index } of row.matchAll(/(?:^| )\|(?: |$)/gu)) {
    close(index);
    start = index + bar.length;
  }
  close(row.length);
  return cells;
}
