import { readWhole, type LabelledWords } from './read-text.ts';

const MOST_CELLS = 64;

/** `|---|:--:|`, which parts the header from the rows. */
export const TABLE_RULE: RegExp = /^(?=[^|]*\|)(?=[^-]*-)[\s|:-]+$/u;

/** A column of labels alone. */
const SOURCES = /^(?:sources?|labels?|ref(?:erence)?s?|citations?|cite)$/iu;

export type ReadRow = (line: string) => LabelledWords | undefined;

/**
 * Reads the rows of one table, header first, as an index has them: `a | b`, with the labels of all cells. A last cell of labels alone
 * that the header has no place for is none, and neither is a column for sources. `undefined` for a row without words, or with more than
 * 64 cells.
 */
export function tableRows(): ReadRow {
  let width: number | undefined;
  return (line) => {
    const sources = cellsOf(line);
    if (sources.length > MOST_CELLS) return undefined;
    const cells = sources.map(readWhole);
    const last = cells.at(-1);
    const isOfLabels = last !== undefined && last.text === '' && last.labels.length > 0;
    const isHeading = width === undefined && cells.length > 1 && SOURCES.test(last?.text ?? '');
    const shown = isHeading || (isOfLabels && cells.length > (width ?? 0)) ? cells.slice(0, -1) : cells;
    width ??= shown.length;
    if (shown.every(({ text }) => text === '')) return undefined;
    const text = shown.map((cell) => cell.text).join(' | ');
    return { text: text.trim(), labels: [...new Set(cells.flatMap(({ labels }) => labels))] };
  };
}

/** Cut at each `|` that is neither escaped nor inside of code. */
function cellsOf(line: string): readonly string[] {
  const source = line.trim();
  /** Where the last run of so many backticks begins. */
  const closers = new Map([...source.matchAll(/`+/gu)].map(({ 0: ticks, index }) => [ticks.length, index]));
  const cells: string[] = [];
  let cell = '';
  let code = 0;
  for (const { 0: part, index } of source.matchAll(/\\[^]?|`+|\||[^\\`|]+/gu)) {
    if (part === '|' && code === 0) {
      cells.push(cell);
      cell = '';
      continue;
    }
    cell += part === '\\|' ? '|' : part;
    if (!part.startsWith('`')) continue;
    if (code === part.length) code = 0;
    else if (code === 0 && closers.get(part.length)! > index) code = part.length;
  }
  cells.push(cell);
  if (source.startsWith('|')) cells.shift();
  if (cells.length > 1 && source.endsWith('|') && cell === '') cells.pop();
  return cells;
}
