import type { Hit } from '@ibid/core';
import { plain } from '../terminal.ts';
import { place } from './answer-printer.ts';

/** Why each hit stands where it stands: the share of each leg in its score, and the words it has of the question. */
export function traceTable(hits: readonly Hit[]): string {
  const rows = hits.map((hit, index) => [
    String(index + 1),
    hit.score.toFixed(3),
    hit.trace.text.share.toFixed(3),
    hit.trace.vector.share.toFixed(3),
    hit.trace.pageText.share.toFixed(3),
    hit.trace.page.share.toFixed(3),
    hit.similarity.toFixed(3),
    `${plain(place(hit.chunk))}  (${hit.trace.matched.join(' ') || 'no word in common'})`,
  ]);
  const table = [
    ['#', 'score', 'words', 'meaning', 'page words', 'page meaning', 'cosine', 'section (words found)'],
    ...rows,
  ];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column]!))).join('  '),
  );
  return lines.join('\n');
}
