import type { Block, TableCell } from '../types/block.ts';
import { joinLines } from './write-line.ts';

/** A cell as the page has it. */
export interface GridCell extends TableCell {
  /** Columns and rows that it covers, at least 1. */
  readonly columns: number;
  readonly rows: number;
  /** `<th scope="col">`, or a `<td>` that says so. */
  readonly namesColumn: boolean;
}

export interface GridRow {
  readonly cells: readonly GridCell[];
  /** Stands in `thead`. */
  readonly inHead: boolean;
  /** More than one cell, and all of them `th`. */
  readonly allHeads: boolean;
}

const MOST_COLUMNS = 50;
const EMPTY: TableCell = { text: '', marks: [] };

/** A table from its rows, or what there is of it; `undefined` without text. Cells are repeated in every column and row that they cover, and the rows of a head become one. */
export function gridTable(caption: string, rows: readonly GridRow[]): Block | undefined {
  const spread = spreadCells(rows);
  const filled = rows
    .map((row, index) => ({ ...row, texts: spread[index]! }))
    .filter(({ cells }) => cells.some(({ text }) => text !== ''));
  const [first] = filled;
  if (first === undefined) return caption === '' ? undefined : { type: 'paragraph', text: caption, marks: [] };
  const inHead = filled.findIndex((row) => !row.inHead);
  const heads = inHead > 0 ? inHead : first.inHead || first.allHeads || namesColumns(first, filled[1]) ? 1 : 0;
  return {
    type: 'table',
    caption,
    header: heads < 2 ? (filled.slice(0, heads)[0]?.texts ?? []) : mergeHeads(filled.slice(0, heads)),
    rows: filled.slice(heads).map(({ texts }) => texts),
  };
}

/** A first row of plain cells names the columns where the page says so, or sets all of it in bold and not so the row below. */
function namesColumns(first: GridRow, second: GridRow | undefined): boolean {
  if (first.cells.length < 2) return false;
  if (first.cells.every(({ namesColumn }) => namesColumn)) return true;
  return second !== undefined && isBold(first) && !isBold(second);
}

function isBold({ cells }: GridRow): boolean {
  return cells.every(({ text, marks }) =>
    marks.some(({ kind, start, end }) => kind === 'strong' && start === 0 && end === text.length),
  );
}

/** Rows with one cell for each column. Repeats end where they outgrow the table: tables of a few bytes could fill the memory. */
function spreadCells(rows: readonly GridRow[]): readonly (readonly TableCell[])[] {
  const own = rows.reduce((sum, { cells }) => sum + cells.reduce((length, { text }) => length + text.length, 0), 0);
  let room = 500 + 10 * own;
  const repeats = (cell: TableCell): boolean => (room -= cell.text.length + 3) >= 0;
  /** By column: what reaches down from rows above, and how many rows further. */
  let reaching: ({ readonly cell: TableCell; readonly rows: number } | undefined)[] = [];
  return rows.map(({ cells, inHead }, index) => {
    // No cell reaches out of its part of the table.
    if (inHead !== rows[index - 1]?.inHead) reaching = [];
    const texts: TableCell[] = [];
    const next: typeof reaching = [];
    const reach = (cell: TableCell, down: number): void => {
      if (down > 0 && texts.length < MOST_COLUMNS) next[texts.length] = { cell, rows: down };
    };
    const fill = (): void => {
      for (let above = reaching[texts.length]; above !== undefined; above = reaching[texts.length]) {
        if (!repeats(above.cell)) return;
        reach(above.cell, above.rows - 1);
        texts.push(above.cell);
      }
    };
    for (const { text, marks, columns, rows: down } of cells) {
      fill();
      const cell = { text, marks };
      // A row of one cell is a heading of the rows below it.
      const across = cells.length === 1 ? 1 : Math.min(columns, MOST_COLUMNS);
      for (let column = 0; column < across && (column === 0 || repeats(cell)); column += 1) {
        reach(cell, down - 1);
        texts.push(cell);
      }
    }
    fill();
    reaching = next;
    return texts;
  });
}

/** Joins the texts of the head's rows for each column, without repeats. */
function mergeHeads(rows: readonly { readonly texts: readonly TableCell[] }[]): readonly TableCell[] {
  const columns = Math.max(...rows.map(({ texts }) => texts.length));
  return Array.from({ length: columns }, (_, column) => {
    const cells = rows.map(({ texts }) => texts[column] ?? EMPTY);
    return joinLines(cells.filter(({ text }, index) => cells.findIndex((other) => other.text === text) === index));
  });
}
