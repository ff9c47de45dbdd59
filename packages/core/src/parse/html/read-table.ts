import type { Block } from '../../spec/block.ts';
import { gridTable, spanOf, type GridRow } from '../table-grid.ts';
import { attribute, isElement, type HtmlElement } from './dom.ts';
import { isLeftOut, type PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';

export function readTable(reading: PageReading, table: HtmlElement): Block | undefined {
  const rows: GridRow[] = [];
  let caption = '';
  for (const part of childElements(reading, table)) {
    if (part.tagName === 'caption' && caption === '') caption = readLine(reading, part).text;
    if (part.tagName === 'tr') rows.push(readRow(reading, part, false));
    if (part.tagName !== 'thead' && part.tagName !== 'tbody' && part.tagName !== 'tfoot') continue;
    for (const row of childElements(reading, part)) {
      if (row.tagName === 'tr') rows.push(readRow(reading, row, part.tagName === 'thead'));
    }
  }
  return gridTable(caption, rows);
}

function readRow(reading: PageReading, row: HtmlElement, inHead: boolean): GridRow {
  const cells = childElements(reading, row).filter((cell) => cell.tagName === 'td' || cell.tagName === 'th');
  return {
    inHead,
    allHeads: cells.length > 1 && cells.every((cell) => cell.tagName === 'th'),
    cells: cells.map((cell) => ({
      ...readLine(reading, cell),
      columns: spanOf(attribute(cell, 'colspan')),
      rows: spanOf(attribute(cell, 'rowspan')),
      namesColumn: attribute(cell, 'scope') === 'col',
    })),
  };
}

function childElements(reading: PageReading, element: HtmlElement): readonly HtmlElement[] {
  return element.childNodes.filter(isElement).filter((child) => !isLeftOut(reading, child));
}
