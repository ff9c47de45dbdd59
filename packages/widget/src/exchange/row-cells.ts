/** Cells of a row as it stands in an index, `a | b`. */
export function rowCells(row: string): readonly string[] {
  return row.split(/(?:^| )\|(?: |$)/u);
}
