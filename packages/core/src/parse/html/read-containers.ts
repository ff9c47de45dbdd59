/** Lists, definitions and tables. */
import type { Block, TableBlock } from '../../types/block.ts';
import { type GridRow, gridTable } from '../table-grid.ts';
import type { Line } from '../write-line.ts';
import { attribute, hasAttribute, type HtmlElement, isElement, matches, rawText } from './dom.ts';
import { hidingOf, ICON_CLASS, isLeftOut, type PageReading, visibleText } from './page-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { readLine } from './read-inline.ts';

/** An `ol`, `ul` or `menu`, with the numbers that a reader sees; empty items count too. */
export function readList(reading: PageReading, list: HtmlElement): readonly Block[] {
  const items: { isItem: boolean; value: number; blocks: readonly Block[] }[] = [];
  for (const child of childrenOf(reading, list)) {
    const isItem = child.tagName === 'li';
    const blocks = isItem ? readBlocks(reading, child.childNodes) : readBlocks(reading, [child]);
    const last = items.at(-1);
    // Some pages nest a list directly in a list: it belongs to the item before it.
    if (!isItem && last !== undefined) last.blocks = [...last.blocks, ...blocks];
    else if (isItem || blocks.length > 0) {
      items.push({ isItem, value: Number.parseInt(isItem ? attribute(child, 'value') : '', 10), blocks });
    }
  }
  if (items.length === 0) return readBlocks(reading, list.childNodes);
  const ordered = list.tagName === 'ol';
  // Contents before the first item have no number.
  const lead = ordered && items.length > 1 && !items[0]!.isItem ? items.shift()!.blocks : [];
  const step = hasAttribute(list, 'reversed') ? -1 : 1;
  const start = Number.parseInt(attribute(list, 'start'), 10);
  let next = Number.isSafeInteger(start) ? start : step < 0 ? items.length : 1;
  const filled = items
    .map(({ value, blocks }) => {
      const number = Number.isSafeInteger(value) ? value : next;
      next = number + step;
      return { number, blocks };
    })
    .filter(({ blocks }) => blocks.length > 0);
  if (filled.length === 0) return lead;
  const numbers = filled.map(({ number }) => number);
  const [first] = numbers as [number];
  const countsUp = !ordered || numbers.every((number, index) => number === first + index);
  return [
    ...lead,
    {
      type: 'list',
      ordered,
      start: ordered ? first : 1,
      ...(countsUp ? {} : { numbers }),
      items: filled.map(({ blocks }) => blocks),
    },
  ];
}

/** A `dl`. */
export function readDefinitions(reading: PageReading, list: HtmlElement): readonly Block[] {
  const items: { term: string; children: readonly Block[] }[] = [];
  for (const part of partsIn(reading, list, 'dt dd')) {
    if (part.tagName === 'dt') items.push({ term: readLine(reading, part).text, children: [] });
    else {
      const last = items.at(-1) ?? { term: '', children: [] };
      if (items.length === 0) items.push(last);
      last.children = [...last.children, ...readBlocks(reading, part.childNodes)];
    }
  }
  const filled = items.filter((item) => item.term !== '' || item.children.length > 0);
  return filled.length === 0 ? [] : [{ type: 'definitions', items: filled }];
}

/** A `table`; the text of one whose rows have no cells is kept as it is. */
export function readTable(reading: PageReading, table: HtmlElement): readonly Block[] {
  const [titled] = partsIn(reading, table, 'caption');
  const caption = titled === undefined ? '' : readLine(reading, titled).text;
  const heads = new Set(partsIn(reading, table, 'thead').flatMap((part) => partsIn(reading, part, 'tr')));
  const rows = partsIn(reading, table, 'tr');
  if (rows.length === 0 && caption === '') return readBlocks(reading, table.childNodes);
  const block = gridTable(
    caption,
    rows.map((row) => readRow(reading, row, heads.has(row))),
  );
  if (block?.type === 'table') return isEmptied(block, heads.size) ? [] : [block];
  return [...(block === undefined ? [] : [block]), ...rows.flatMap((row) => readBlocks(reading, row.childNodes))];
}

/** Names of columns are as long at most; a longer text says something by itself. */
const LONGEST_NAME = 60;

/** True for a head that names columns above no row, such as that of a loop which only the build of the site can run. */
function isEmptied({ header, rows }: TableBlock, heads: number): boolean {
  return heads > 0 && rows.length === 0 && header.length > 1 && header.every(({ text }) => text.length <= LONGEST_NAME);
}

function readRow(reading: PageReading, row: HtmlElement, inHead: boolean): GridRow {
  const cells = partsIn(reading, row, 'th td');
  return {
    inHead,
    allHeads: cells.length > 1 && cells.every((cell) => cell.tagName === 'th'),
    cells: cells.map((cell) => ({
      ...cellLine(reading, cell),
      columns: spanOf(attribute(cell, 'colspan')),
      rows: spanOf(attribute(cell, 'rowspan')),
      namesColumn: attribute(cell, 'scope') === 'col',
    })),
  };
}

/** The text of a cell; where it has none, the name of its icon. */
function cellLine(reading: PageReading, cell: HtmlElement): Line {
  const line = readLine(reading, cell);
  return line.text === '' ? { text: visibleText(reading, iconName(reading, cell)), marks: [] } : line;
}

/** Icons that say yes or no by their class alone. */
const YES = /(?:^|[\s_-])(?:check(?:mark)?|tick|yes|done)(?:$|[\s_-])/i;
const NO = /(?:^|[\s_-])(?:times|xmark|cross|close|no|remove)(?:$|[\s_-])/i;

function iconName(reading: PageReading, element: HtmlElement): string {
  const hiding = hidingOf(element);
  if (hiding === 'unseen' || hiding === 'struck out' || element.tagName === 'button') return '';
  if (matches(element, reading.rules.drop)) return '';
  const classes = attribute(element, 'class');
  const sign = !ICON_CLASS.test(classes) ? '' : YES.test(classes) ? '✅' : NO.test(classes) ? '❌' : '';
  const own = attribute(element, 'aria-label') || (element.tagName === 'title' ? rawText(element) : sign);
  if (own.trim() !== '') return own;
  for (const child of element.childNodes) {
    const name = isElement(child) ? iconName(reading, child) : '';
    if (name !== '') return name;
  }
  return '';
}

/** The size of a span as an attribute gives it. */
function spanOf(value: string): number {
  const size = Number.parseInt(value, 10);
  return size >= 1 ? Math.min(size, 65_534) : 1;
}

/** Elements in another one, without those that are left out. */
function childrenOf(reading: PageReading, parent: HtmlElement): readonly HtmlElement[] {
  return parent.childNodes.filter(isElement).filter((child) => !isLeftOut(reading, child));
}

/** The nearest elements of these names, through what only groups them. */
function partsIn(reading: PageReading, parent: HtmlElement, names: string): readonly HtmlElement[] {
  return childrenOf(reading, parent).flatMap((child): readonly HtmlElement[] => {
    const name = child.tagName;
    if (names.split(' ').includes(name)) return [child];
    return /^(?:thead|tbody|tfoot|div)$/.test(name) ? partsIn(reading, child, names) : [];
  });
}
