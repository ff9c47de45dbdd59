import type { Passage } from '../../types/answer.ts';
import { findQuote, type QuoteRange } from '../find-quote.ts';
import { readPassage } from './read-passage.ts';

/** Where a table row stands in a passage with all its cells, no more and no fewer; how they are parted does not matter. */
export function findRow(row: string, passage: Passage): QuoteRange | undefined {
  const wanted = cellsOf(row);
  const { text } = passage.chunk;
  const place = readPassage(passage).places.find(({ kind, start, end }) => {
    if (kind !== 'row' && kind !== 'header') return false;
    const cells = cellsOf(text.slice(start, end));
    return cells.length === wanted.length && cells.every((cell, at) => isSame(cell, wanted[at]!));
  });
  return place === undefined ? undefined : { start: place.start, end: place.end };
}

/**
 * Whether every cell stands in one and the same sentence of a passage, so that nothing is put together from afar. A part of a row is not
 * enough: what its cells mean stands in the header, which is judged apart from it.
 */
export function holdsCells(row: string, passage: Passage): boolean {
  const wanted = cellsOf(row).filter((cell) => cell !== '');
  const { text } = passage.chunk;
  return readPassage(passage).places.some(
    ({ kind, start, end }) =>
      kind !== 'row' &&
      kind !== 'header' &&
      wanted.every((cell) => findQuote(text, cell, { start, end }) !== undefined),
  );
}

function isSame(cell: string, wanted: string): boolean {
  if (cell === wanted) return true;
  const range = findQuote(cell, wanted);
  return range !== undefined && range.start === 0 && range.end === cell.length;
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());
}
