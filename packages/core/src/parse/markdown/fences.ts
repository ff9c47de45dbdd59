/** Fenced code and indents, found line by line. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { isCertainTex } from '../html/read-inline.ts';
import { type MarkNode, nodesFrom } from './mark-node.ts';

/** A line of code between three backticks is no fence. */
const FENCE = /^(?:[> \t]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
/** Spaces by which a closing fence may be indented further. */
export const MOST_INDENT = 3;
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

/** Code between backticks of one line. */
export const CODE_SPAN: RegExp = /(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)/g;

/**
 * Returns a function that tells whether a position stands in fenced code or between backticks of one line. Positions must be asked for in
 * order; all of them together take time linear in the text, but for lines with many runs of backticks that nothing closes.
 */
export function codeBorders(text: string): (position: number) => boolean {
  const ranges: (readonly [from: number, to: number])[] = [];
  let fence = '';
  let start = 0;
  for (const line of text.split('\n')) {
    if (fence !== '') ranges.push([start, start + line.length]);
    else
      for (const { index, 0: code } of line.matchAll(CODE_SPAN))
        ranges.push([start + index, start + index + code.length]);
    fence = fenceAfter(fence, line);
    start += line.length + 1;
  }
  let next = 0;
  return (position) => {
    while (next < ranges.length && ranges[next]![1] < position) next++;
    return next < ranges.length && ranges[next]![0] <= position;
  };
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Columns of indented code, and of a stop of a tab. */
export const INDENT = 4;

/** Columns that a line is indented by. */
export function columnsOf(line: string): number {
  return /^[ \t]*/u.exec(line)![0].replaceAll('\t', ' '.repeat(INDENT)).length;
}

/** Without the indent that all lines have. */
export function dedented(lines: readonly string[]): string[] {
  const least = lines.reduce((found, line) => (line.trim() === '' ? found : Math.min(found, indentOf(line))), Infinity);
  return lines.map((line) => line.slice(least));
}

/** True for lines of fenced code, of other code, of `<pre>` and of formulas. `isOther` is asked for each line, with the fence before it. */
export function codeLines(
  lines: readonly string[],
  isOther: (line: string, fence: string, next: string) => boolean = () => false,
): readonly boolean[] {
  let fence = '';
  let isPre = false;
  let formulaEnd = -1;
  return lines.map((line, at) => {
    const before = fence;
    fence = fenceAfter(before, line);
    const isCode = isOther(line, before, fence) || before !== '' || fence !== '';
    const wasPre = isPre;
    if (!isCode && !wasPre && at > formulaEnd) formulaEnd = formulaAt(lines, at)?.last ?? -1;
    // `<pre>` in a sample of code is text.
    if (wasPre || !isCode) isPre = preAfter(isPre, line);
    return isCode || wasPre || isPre || at <= formulaEnd;
  });
}

/** Beginnings of blocks whose further lines are indented as far as the text behind the mark of an item, or by four. */
const HOLDER = /^[ \t]*(?:((?:[-*+]|\d+[.)])[ \t]{1,4}(?=\S))|>|!!!|\?\?\?|===[+!]?[ \t]|:(?!:)|\[\^)/u;
/** Headings and rules end the items above them. */
const ENDING = /^ {0,3}(?:#{1,6}[ \t]|([-*_])(?:[ \t]*\1){2,}[ \t]*$)/u;

/** Returns a function that tells of each line in order if it is indented code. It is told the fences before and after the line too. */
export function indentedCode(): (line: string, before?: string, fence?: string) => boolean {
  /** Indents of what the blocks around a line hold. */
  const held: number[] = [];
  let isBlank = true;
  let isIndented = false;
  return (line, before = '', fence = '') => {
    if (before !== '') isIndented = false;
    else if (line.trim() !== '') {
      const indent = columnsOf(line);
      const isEnding = ENDING.test(line);
      if (isBlank || isEnding) while (indent < (held.at(-1) ?? 0)) held.pop();
      isIndented = indent >= (held.at(-1) ?? 0) + INDENT && (isBlank || isIndented);
      const holder = isIndented || isEnding ? null : HOLDER.exec(line);
      if (holder !== null && fence === '') {
        while (indent < (held.at(-1) ?? 0)) held.pop();
        held.push(indent + (holder[1]?.length ?? INDENT));
      }
    }
    isBlank = line.trim() === '';
    return isIndented;
  };
}

/** True if `<pre>` is open after a line. */
function preAfter(isPre: boolean, line: string): boolean {
  const lower = line.toLowerCase();
  const [opening, closing] = [lower.lastIndexOf('<pre'), lower.lastIndexOf('</pre')];
  return opening === closing ? isPre : opening > closing;
}

const LONGEST_FORMULA = 80;
const FORMULA =
  /^([ \t]*)(\$\$|\\\\\[|\\\[(?=[ \t]*$)|\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\})(.*)$/u;

interface Formula {
  readonly indent: string;
  /** Its lines without the marks around them, but with those of an environment. */
  readonly body: readonly string[];
  /** Index of its last line, and the text behind its end there. */
  readonly last: number;
  readonly after: string;
}

/** A formula between `$$`, `\\[` and `\\]` or in an environment of its own that begins in a line; between `$$` it ends in a later one. `\[` also stands for a
 * bracket. */
export function formulaAt(lines: readonly string[], at: number): Formula | undefined {
  const [line, indent = '', opening, rest = ''] = FORMULA.exec(lines[at]!) ?? [];
  if (line === undefined || opening === undefined || (opening === '$$' && rest.includes('$$'))) return undefined;
  const closing = opening.replace('begin', 'end').replace('[', ']');
  const body = [rest, ...lines.slice(at + 1, at + LONGEST_FORMULA)];
  const length = body.findIndex((one) => one.includes(closing));
  if (length < 0 || body.slice(0, length).some((one) => FENCE.test(one))) return undefined;
  const place = body[length]!.indexOf(closing);
  const isNamed = closing.endsWith('}');
  const end = body[length]!.slice(0, place) + (isNamed ? closing : '');
  const shown = [...body.slice(0, length), end];
  if (isNamed) shown[0] = opening + shown[0]!;
  if (opening === String.raw`\[` && !shown.some(isCertainTex)) return undefined;
  const after = body[length]!.slice(place + closing.length);
  return { indent, body: shown.filter((part) => part.trim() !== ''), last: at + length, after };
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
