import type { TableBlock } from '../../spec/block.ts';

import { isElement, type HtmlElement } from './dom.ts';
import { isLeftOut, type PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';

export function readTable(reading: PageReading, table: HtmlElement): TableBlock | undefined {
  const rows: { readonly head: boolean; readonly cells: readonly string[] }[] = [];
  for (const section of childElements(reading, table)) {
    if (section.tagName === 'tr') rows.push(readRow(reading, section, false));
    if (section.tagName !== 'thead' && section.tagName !== 'tbody' && section.tagName !== 'tfoot') continue;
    for (const row of childElements(reading, section)) {
      if (row.tagName === 'tr') rows.push(readRow(reading, row, section.tagName === 'thead'));
    }
  }
  const filled = rows.filter((row) => row.cells.some((cell) => cell !== ''));
  if (filled.length === 0) return undefined;
  const header = filled[0]!.head ? filled[0]!.cells : [];
  return {
    type: 'table',
    header,
    rows: filled.slice(header.length === 0 ? 0 : 1).map((row) => row.cells),
  };
}

function readRow(
  reading: PageReading,
  row: HtmlElement,
  inHead: boolean,
): { readonly head: boolean; readonly cells: readonly string[] } {
  const cells = childElements(reading, row).filter((cell) => cell.tagName === 'td' || cell.tagName === 'th');
  const head = inHead || (cells.length > 1 && cells.every((cell) => cell.tagName === 'th'));
  return { head, cells: cells.map((cell) => readLine(reading, cell)) };
}

function childElements(reading: PageReading, element: HtmlElement): readonly HtmlElement[] {
  return element.childNodes.filter(isElement).filter((child) => !isLeftOut(reading, child));
}
