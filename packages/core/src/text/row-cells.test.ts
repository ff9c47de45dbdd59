import { expect, test } from 'vitest';
import { rowCells } from './row-cells.ts';

const code = (start: number, end: number): { kind: 'code'; start: number; end: number } => ({
  kind: 'code',
  start,
  end,
});
const texts = (row: string, ...marks: Parameters<typeof rowCells>[1] & object): string[] =>
  rowCells(row, marks).map(({ start, end }) => row.slice(start, end));

test('cells are what bars separate; empty ones at the ends leave a bar', () => {
  expect(texts('a | b |  | c')).toEqual(['a', 'b', '', 'c']);
  expect(texts('| a |')).toEqual(['', 'a', '']);
  expect(texts('a|b')).toEqual(['a|b']);
});

test('bars inside code belong to their cell, those between code do not', () => {
  expect(texts('p | q | r | s', code(8, 13), code(0, 5))).toEqual(['p | q', 'r | s']);
  expect(texts('p | q | r', code(0, 1), code(4, 5))).toEqual(['p', 'q', 'r']);
  expect(texts('| grep x | sort | | keeps', code(0, 8), code(11, 17))).toEqual(['| grep x', 'sort |', 'keeps']);
  expect(texts('p | q', { kind: 'strong', start: 0, end: 5 })).toEqual(['p', 'q']);
});
