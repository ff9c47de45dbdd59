/** Fenced code and indents, found line by line. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type MarkNode, nodesFrom } from './mark-node.ts';

/** A line of code between three backticks is no fence. */
const FENCE = /^(?:[> \t]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
const MOST_INDENT = 3;
const CLOSING_FENCE = /^[> \t]*(`{3,}|~{3,})[ \t]*$/;
/** A fence in a list item or quotation, which ends its code even where no fence does. */
const HELD_FENCE = /^(?:[-*+>]|\d{1,9}[.)]|[ \t])[^\n]*(?:`{3}|~{3})/m;

/** Closes code where the list item or quotation around it ends, so that fences alone tell line by line what is code. */
export function closeFences(text: string): string {
  if (!HELD_FENCE.test(text)) return text;
  const lines = text.split('\n');
  const closings = new Map<number, string>();
  for (const { line, column, end, last } of fencedCode(text)) {
    const opening = lines[line - 1]!;
    const fence = FENCE.exec(opening)?.[1];
    const isClosed = end > line && CLOSING_FENCE.exec(lines[end - 1]!)?.[1]?.startsWith(fence ?? '') === true;
    if (fence === undefined || isClosed || end === lines.length) continue;
    closings.set(last - 1, `\n${opening.slice(0, column - 1).replace(/[^>\t]/g, ' ')}${fence}`);
  }
  return lines.map((line, at) => line + (closings.get(at) ?? '')).join('\n');
}

/** MDX, which has no indented code, lets a fence close code however far it is indented; here it is moved below the opening one. */
export function alignFences(text: string): string {
  let fence = '';
  const lines = text.split('\n').map((line) => {
    const before = fence;
    const ticks = before === '' || line.includes('>') ? undefined : CLOSING_FENCE.exec(line)?.[1];
    const isFar = ticks?.startsWith(before.trimStart()) === true && fenceAfter(before, line) !== '';
    const shown = isFar ? before : line;
    fence = fenceAfter(before, shown);
    return shown;
  });
  return lines.join('\n');
}

/** Changes each line that is neither in fenced code nor a fence. */
export function outsideFences(text: string, change: (line: string, next: string) => string): string {
  let fence = '';
  const lines = text.split('\n').map((line, at, all) => {
    const before = fence;
    fence = fenceAfter(before, line);
    return fence === '' && before === '' ? change(line, all[at + 1] ?? '') : line;
  });
  return lines.join('\n');
}

/** Fence that is open after a line, behind as many spaces as characters before it; `''` for none. One that is indented further does not close it. */
export function fenceAfter(fence: string, line: string): string {
  if (fence === '') {
    const [opening, ticks] = FENCE.exec(line) ?? [];
    return opening === undefined ? '' : ' '.repeat(opening.length - ticks!.length) + ticks!;
  }
  const closing = CLOSING_FENCE.exec(line)?.[1];
  const isClosed =
    closing?.startsWith(fence.trimStart()) === true && line.indexOf(closing) <= fence.search(/\S/) + MOST_INDENT;
  return isClosed ? '' : fence;
}

/**
 * Returns a function that tells whether a position stands in fenced code or between backticks of one line. Positions must be asked for in
 * order; all of them together take time linear in the text.
 */
export function codeBorders(text: string): (position: number) => boolean {
  let fence = '';
  let at = 0;
  let end = text.indexOf('\n');
  let ticks = '';
  let counted = 0;
  /** Where the next run of so many backticks begins; -1 for none. */
  const nextRun = new Map<number, number>();
  const isClosed = (run: string, from: number): boolean => {
    let next = nextRun.get(run.length) ?? 0;
    if (next >= 0 && next < from) next = indexOfRun(text, run, from);
    nextRun.set(run.length, next);
    return next >= 0 && (end < 0 || next < end);
  };
  return (position) => {
    while (end >= 0 && end < position) {
      fence = fenceAfter(fence, text.slice(at, end));
      at = end + 1;
      counted = at;
      ticks = '';
      end = text.indexOf('\n', at);
    }
    for (const [run] of text.slice(counted, position).matchAll(/\\`|`+/g)) {
      if (ticks === '' && !run.startsWith('\\')) ticks = run;
      else if (ticks === run) ticks = '';
    }
    counted = Math.max(counted, position);
    return fence !== '' || (ticks !== '' && isClosed(ticks, position));
  };
}

/** Index of the next run of exactly these backticks; -1 for none. */
function indexOfRun(text: string, run: string, from: number): number {
  const runs = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
  runs.lastIndex = from;
  return runs.exec(text)?.index ?? -1;
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Without the indent that all lines have. */
export function dedented(lines: readonly string[]): string[] {
  const least = lines.reduce((found, line) => (line.trim() === '' ? found : Math.min(found, indentOf(line))), Infinity);
  return lines.map((line) => line.slice(least));
}

/** True if `<pre>` is open after a line. */
export function preAfter(isPre: boolean, line: string): boolean {
  const lower = line.toLowerCase();
  const [opening, closing] = [lower.lastIndexOf('<pre'), lower.lastIndexOf('</pre')];
  return opening === closing ? isPre : opening > closing;
}

const LONGEST_FORMULA = 80;

/** Index of the last line of a formula between `$$` that begins in a line and ends in a later one; -1 if none does. */
export function endOfFormula(lines: readonly string[], start: number): number {
  const [, rest] = /^[ \t]*\$\$(.*)$/u.exec(lines[start]!) ?? [];
  if (rest === undefined || rest.includes('$$')) return -1;
  const length = lines.slice(start + 1, start + LONGEST_FORMULA).findIndex((line) => line.includes('$$'));
  return length < 0 ? -1 : start + 1 + length;
}

/** Blocks of fenced code, with the lines where they begin and end, and the last that has some of them, from 1. */
function fencedCode(text: string): readonly { line: number; column: number; end: number; last: number }[] {
  const root = fromMarkdown(text, { extensions: [{ disable: { null: UNFENCED } }] }) as unknown as MarkNode;
  return [...nodesFrom(root)].flatMap(([node]) => {
    if (node.type !== 'code' || node.position === undefined) return [];
    const { start, end } = node.position;
    // Code that nothing closes ends where the line after it begins.
    const last = end.column === 1 ? end.line - 1 : end.line;
    return [{ line: start.line, column: start.column, end: end.line, last }];
  });
}

/** Constructs that cost time and cannot hold fenced code, or are code or raw text in some formats alone. */
const UNFENCED = (
  'attention autolink characterEscape characterReference codeIndented codeText definition hardBreakEscape htmlFlow ' +
  'htmlText labelEnd labelStartImage labelStartLink'
).split(' ');
