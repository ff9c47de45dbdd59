import type { Mark } from '../types/mark.ts';

/** Without the space after a bar, with which the next bar may begin. */
const BAR = /(?:^| )\|(?= |$)/gu;

/**
 * Returns the cells of a table row in the form of the index, `a | b`, as offsets in UTF-16 units. An empty first cell leaves a leading bar,
 * an empty last one a trailing bar. A bar inside marked code belongs to its cell.
 */
export function rowCells(
  row: string,
  marks: readonly Pick<Mark, 'kind' | 'start' | 'end'>[] = [],
): readonly { readonly start: number; readonly end: number }[] {
  const codes = marks.filter(({ kind }) => kind === 'code').toSorted((one, other) => one.start - other.start);
  const cells: { start: number; end: number }[] = [];
  let start = 0;
  let at = 0;
  for (const { 0: found, index } of row.matchAll(BAR)) {
    const bar = index + found.length - 1;
    while (at < codes.length && codes[at]!.end <= bar) at++;
    if (index < start || (codes[at] !== undefined && codes[at]!.start <= bar)) continue;
    cells.push({ start, end: index });
    start = Math.min(bar + 2, row.length);
  }
  return [...cells, { start, end: row.length }];
}
