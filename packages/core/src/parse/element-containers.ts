/** Lists, definitions and tables: those of HTML, in built pages and within Markdown, and the numbers of all lists. */
import type { Block } from '../types/block.ts';
import { type GridRow, gridTable } from './table-grid.ts';
import type { Line } from './write-line.ts';

/** How a parser sees the elements of its tree. */
export interface ElementReader<Element> {
  /** Elements in another one, without those that are left out. */
  children(parent: Element): readonly Element[];
  /** In lower case. */
  name(element: Element): string;
  /** `''` if it is absent. */
  attribute(element: Element, name: string): string;
  has(element: Element, name: string): boolean;
  /** Blocks in an element. */
  inner(element: Element): readonly Block[];
  /** Blocks of the element itself. */
  outer(element: Element): readonly Block[];
  /** All of an element on one line. */
  line(element: Element): Line;
}

/** An `ol`, `ul` or `menu`. */
export function readList<Element>(reader: ElementReader<Element>, list: Element): readonly Block[] {
  const items: { isItem: boolean; value: number; blocks: readonly Block[] }[] = [];
  for (const child of reader.children(list)) {
    const isItem = reader.name(child) === 'li';
    const blocks = isItem ? reader.inner(child) : reader.outer(child);
    const last = items.at(-1);
    // Some pages nest a list directly in a list: it belongs to the item before it.
    if (!isItem && last !== undefined) last.blocks = [...last.blocks, ...blocks];
    else if (isItem || blocks.length > 0) {
      items.push({ isItem, value: Number.parseInt(isItem ? reader.attribute(child, 'value') : '', 10), blocks });
    }
  }
  if (items.length === 0) return reader.inner(list);
  const start = Number.parseInt(reader.attribute(list, 'start'), 10);
  const ordered = reader.name(list) === 'ol';
  // Contents before the first item have no number.
  const lead = ordered && items.length > 1 && !items[0]!.isItem ? items.shift()!.blocks : [];
  return [...lead, ...listBlock({ ordered, start, reversed: reader.has(list, 'reversed'), items })];
}

/** A `dl`. */
export function readDefinitions<Element>(reader: ElementReader<Element>, list: Element): readonly Block[] {
  const items: { term: string; children: readonly Block[] }[] = [];
  for (const part of partsIn(reader, list, 'dt dd')) {
    if (reader.name(part) === 'dt') items.push({ term: reader.line(part).text, children: [] });
    else {
      const last = items.at(-1) ?? { term: '', children: [] };
      if (items.length === 0) items.push(last);
      last.children = [...last.children, ...reader.inner(part)];
    }
  }
  const filled = items.filter((item) => item.term !== '' || item.children.length > 0);
  return filled.length === 0 ? [] : [{ type: 'definitions', items: filled }];
}

/** A `table`; the text of one whose rows have no cells is kept as it is. */
export function readTable<Element>(reader: ElementReader<Element>, table: Element): readonly Block[] {
  const [titled] = partsIn(reader, table, 'caption');
  const caption = titled === undefined ? '' : reader.line(titled).text;
  const heads = new Set(partsIn(reader, table, 'thead').flatMap((part) => partsIn(reader, part, 'tr')));
  const rows = partsIn(reader, table, 'tr');
  if (rows.length === 0 && caption === '') return reader.inner(table);
  const block = gridTable(
    caption,
    rows.map((row) => readRow(reader, row, heads.has(row))),
  );
  if (block?.type === 'table') return [block];
  return [...(block === undefined ? [] : [block]), ...rows.flatMap((row) => reader.inner(row))];
}

function readRow<Element>(reader: ElementReader<Element>, row: Element, inHead: boolean): GridRow {
  const cells = partsIn(reader, row, 'th td');
  return {
    inHead,
    allHeads: cells.length > 1 && cells.every((cell) => reader.name(cell) === 'th'),
    cells: cells.map((cell) => ({
      ...reader.line(cell),
      columns: spanOf(reader.attribute(cell, 'colspan')),
      rows: spanOf(reader.attribute(cell, 'rowspan')),
      namesColumn: reader.attribute(cell, 'scope') === 'col',
    })),
  };
}

/** The size of a span as an attribute gives it. */
function spanOf(attribute: string): number {
  const size = Number.parseInt(attribute, 10);
  return size >= 1 ? Math.min(size, 65_534) : 1;
}

/** The nearest elements of these names, through what only groups them. */
function partsIn<Element>(reader: ElementReader<Element>, parent: Element, names: string): readonly Element[] {
  return reader.children(parent).flatMap((child): readonly Element[] => {
    const name = reader.name(child);
    if (names.split(' ').includes(name)) return [child];
    return /^(?:thead|tbody|tfoot|div)$/.test(name) ? partsIn(reader, child, names) : [];
  });
}

/** A list as the page has it, with its empty items, which count too. */
interface ListSource {
  readonly ordered: boolean;
  /** `NaN` where the page gives none. */
  readonly start: number;
  /** Counts down. */
  readonly reversed?: boolean;
  /** `value` is `NaN` where an item follows on the number of the one before. */
  readonly items: readonly { readonly value?: number; readonly blocks: readonly Block[] }[];
}

/** The list with the numbers that a reader sees; nothing for one without text. */
export function listBlock({ ordered, start, reversed = false, items }: ListSource): readonly Block[] {
  let next = Number.isSafeInteger(start) ? start : reversed ? items.length : 1;
  const numbered = items.map(({ value = Number.NaN, blocks }) => {
    const number = Number.isSafeInteger(value) ? value : next;
    next = number + (reversed ? -1 : 1);
    return { number, blocks };
  });
  const filled = numbered.filter(({ blocks }) => blocks.length > 0);
  const [first] = filled;
  if (first === undefined) return [];
  const numbers = filled.map(({ number }) => number);
  const countsUp = !ordered || numbers.every((number, index) => number === first.number + index);
  const list: Block = {
    type: 'list',
    ordered,
    start: ordered ? first.number : 1,
    items: filled.map(({ blocks }) => blocks),
  };
  return [countsUp ? list : { ...list, numbers }];
}
