import type { Hit } from '@ibid/core/types';
import { plain, type Terminal } from '../terminal.ts';
import { place } from './answer-printer.ts';
import type { StyledWord } from './block-printer.ts';
import { displayWidth } from './text-flow.ts';

/** Cells of a row, each a list of words. */
export type Row = readonly (readonly StyledWord[])[];

const GAP = 2;

/** Formats a table in columns if it fits into `width`; else as one entry per row, with its named cells on separate lines. */
export function tableLines(
  header: Row | undefined,
  rows: readonly Row[],
  width: number,
  color: Terminal['color'],
): readonly string[] {
  const all = header === undefined ? rows : [header, ...rows];
  const columns = Math.max(...all.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...all.map((row) => widthOf(row[at]))));
  if (widths.reduce((sum, one) => sum + one + GAP, -GAP) > width) return entries(header, rows, color);
  const line = (row: Row, style: (text: string) => string): string =>
    row
      .map((cell, at) => style(shown(cell)) + ' '.repeat(at < row.length - 1 ? widths[at]! + GAP - widthOf(cell) : 0))
      .join('');
  return [
    ...(header === undefined ? [] : [line(header, color.bold), widths.map((one) => '─'.repeat(one)).join('  ')]),
    ...rows.map((row) => line(row, (text) => text)),
  ];
}

function entries(header: Row | undefined, rows: readonly Row[], color: Terminal['color']): readonly string[] {
  return rows.flatMap(([first = [], ...rest]) => [
    shown(first),
    ...rest.map((cell, at) => {
      const name = header?.[at + 1];
      return `  ${name === undefined ? '' : `${color.dim(shown(name))}: `}${shown(cell)}`;
    }),
  ]);
}

function shown(cell: readonly StyledWord[]): string {
  return cell.map(({ styled }) => styled).join(' ');
}

function widthOf(cell: readonly StyledWord[] = []): number {
  return displayWidth(cell.map(({ text }) => text).join(' '));
}

/** Explains the rank of each hit: the share of each leg and of the section in its score, and the question words it contains. */
export function traceTable(hits: readonly Hit[]): string {
  const rows = hits.map((hit, index) => [
    String(index + 1),
    hit.score.toFixed(3),
    hit.trace.text.share.toFixed(3),
    hit.trace.vector.share.toFixed(3),
    hit.trace.pageText.share.toFixed(3),
    hit.trace.page.share.toFixed(3),
    hit.trace.section.toFixed(3),
    hit.similarity.toFixed(3),
    `${plain(place(hit.chunk))}  (${hit.trace.matched.join(' ') || 'no word in common'})`,
  ]);
  const table = [
    ['#', 'score', 'words', 'meaning', 'page words', 'page meaning', 'section', 'cosine', 'where (words found)'],
    ...rows,
  ];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column]!))).join('  '),
  );
  return lines.join('\n');
}
