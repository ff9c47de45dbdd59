import { sectionName } from '@ibid/client';
import type { Hit, Leg } from '@ibid/core/types';
import { plain, type Terminal } from '../terminal.ts';
import { displayWidth, type StyledWord, wrap } from './wrap.ts';

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
  if (widths.reduce((sum, one) => sum + one + GAP, -GAP) > width) return entries(header, rows, width, color);
  const line = (row: Row, style: (text: string) => string): string =>
    row
      .map((cell, at) => style(shown(cell)) + ' '.repeat(at < row.length - 1 ? widths[at]! + GAP - widthOf(cell) : 0))
      .join('');
  return [
    ...(header === undefined ? [] : [line(header, color.bold), widths.map((one) => '─'.repeat(one)).join('  ')]),
    ...rows.map((row) => line(row, (text) => text)),
  ];
}

function entries(
  header: Row | undefined,
  rows: readonly Row[],
  width: number,
  color: Terminal['color'],
): readonly string[] {
  const lines = rows.flatMap(([first = [], ...rest]) => [
    wrap(first, width),
    ...rest.map((cell, at) => {
      const name = (header?.[at + 1] ?? []).map(({ text, styled }, i, { length }) => {
        const end = i === length - 1 ? ':' : '';
        return { text: text + end, styled: color.dim(styled) + end };
      });
      // Further lines of a cell are indented below its name.
      return wrap([...name, ...cell], width, '    ').slice(2);
    }),
  ]);
  return lines.flatMap((line) => line.split('\n'));
}

function shown(cell: readonly StyledWord[]): string {
  return cell.map(({ styled }) => styled).join(' ');
}

function widthOf(cell: readonly StyledWord[] = []): number {
  return displayWidth(cell.map(({ text }) => text).join(' '));
}

/** Columns of the legs, in this order. */
const LEG_NAMES: Readonly<Record<Leg, string>> = {
  text: 'words',
  vector: 'meaning',
  pageText: 'page words',
  page: 'page meaning',
};

/** Explains the rank of each hit: the share of each leg and of the section in its score, and the question words it contains. */
export function traceTable(hits: readonly Hit[]): string {
  const header = ['#', 'score', ...Object.values(LEG_NAMES), 'section', 'cosine'];
  const rows = hits.map(({ score, similarity, trace, chunk }, index) => {
    const legs = (Object.keys(LEG_NAMES) as Leg[]).map((leg) => trace[leg].share);
    const shares = [score, ...legs, trace.section, similarity];
    const words = `${plain(sectionName(chunk))}  (${trace.matched.join(' ') || 'no word in common'})`;
    return [String(index + 1), ...shares.map((share) => share.toFixed(3)), words];
  });
  const widths = header.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)));
  return [[...header, 'where (words found)'], ...rows]
    .map((row) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  '))
    .join('\n');
}
