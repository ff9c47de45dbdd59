import type { Span, SpanKind } from '../../types/chunk.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)/u;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/u;
const ITEM = /^[ \t]*(?:[-*+•]|(\d{1,9})[.)])[ \t]+(?=\S)/u;
const QUOTE = /^[ \t]*>[ \t]?(?=.*\S)/u;
const ROW = /\S[ \t]+\|(?:[ \t]|$)|^[ \t]*\|[ \t]/u;

interface Line {
  readonly start: number;
  /** Excludes the line break. */
  readonly end: number;
  readonly text: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const shown = line.endsWith('\r') ? line.slice(0, -1) : line;
    lines.push({ start, end: start + shown.length, text: shown });
    start += line.length + 1;
  }
  return lines;
}

/**
 * Finds spans in plain or Markdown text: paragraphs, list items, table rows, fenced code and quotes. Headings become labels. Spans are in
 * order, not empty, without white space at their edges; the text between them is only markers.
 */
export function textSpans(text: string): Span[] {
  const lines = linesOf(text);
  const spans: Span[] = [];
  let groups = 0;
  let open: { kind: SpanKind; group: number; ordinal: number; start: number; end: number } | undefined;

  function put(span: { kind: SpanKind; start: number; end: number } & Partial<Span>): void {
    const body = text.slice(span.start, span.end);
    // The first line of code keeps its indentation.
    const start = span.start + (span.kind === 'code' ? 0 : body.length - body.trimStart().length);
    const end = span.start + body.trimEnd().length;
    if (end > start)
      spans.push({ group: 0, ordinal: 0, language: '', depth: span.kind === 'item' ? 1 : 0, ...span, start, end });
  }
  function close(): void {
    if (open !== undefined) put(open);
    open = undefined;
  }

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = fenceOf(line);
    if (fence !== undefined) {
      close();
      const last = closingLine(lines, at, fence.mark);
      const [first, final] = [lines[at + 1], lines[last - 1]];
      if (first !== undefined && final !== undefined && last > at + 1) {
        put({ kind: 'code', start: first.start, end: final.end, language: fence.language });
      }
      at = last;
      continue;
    }
    if (line.text.trim() === '' || isRule(line)) {
      close();
      continue;
    }
    const { rows, last } = rowsFrom(lines, at);
    if (rows.length > 1) {
      close();
      groups += 1;
      for (const [place, row] of rows.entries()) {
        put({ kind: place === 0 ? 'header' : 'row', ...withoutOuterBars(row), group: groups });
      }
      at = last;
      continue;
    }
    const heading = HEADING.exec(line.text);
    if (heading !== null) {
      close();
      put({ kind: 'label', start: line.start + heading[0].length, end: line.end });
      continue;
    }
    const item = ITEM.exec(line.text);
    if (item !== null) {
      const before = open ?? spans.at(-1);
      const group: number = before?.kind === 'item' ? before.group : (groups += 1);
      close();
      const start = line.start + item[0].length;
      open = { kind: 'item', group, ordinal: Number(item[1] ?? 0), start, end: line.end };
      continue;
    }
    const quote = QUOTE.exec(line.text);
    if (quote !== null) {
      close();
      put({ kind: 'quote', start: line.start + quote[0].length, end: line.end });
      continue;
    }
    if (open === undefined) open = { kind: 'paragraph', group: 0, ordinal: 0, start: line.start, end: line.end };
    else open.end = line.end;
  }
  close();
  return spans;
}

/** Returns true for a line between header and rows of a table, or between parts of a text. */
function isRule({ text }: Line): boolean {
  return text.includes('--') && /^[-|: \t]+$/u.test(text);
}

/** A fence closed in its own line is inline code. */
function fenceOf({ text }: Line): { mark: string; language: string } | undefined {
  const [all = '', mark = '', language = ''] = FENCE.exec(text) ?? [];
  return mark === '' || (mark.startsWith('`') && text.includes('`', all.length)) ? undefined : { mark, language };
}

/** Index of the line that closes the fence opened at `from`; the number of lines if there is none. */
function closingLine(lines: readonly Line[], from: number, fence: string): number {
  for (let at = from + 1; at < lines.length; at++) {
    const mark = lines[at]!.text.trim();
    if (mark.startsWith(fence) && mark === fence.charAt(0).repeat(mark.length)) return at;
  }
  return lines.length;
}

function withoutOuterBars({ start, end, text }: Line): { start: number; end: number } {
  const words = text.trim();
  const from = start + text.indexOf(words);
  const to = end - (text.length - text.trimEnd().length);
  return { start: words.startsWith('|') ? from + 1 : from, end: words.length > 1 && words.endsWith('|') ? to - 1 : to };
}

/** Rows of a table that begins at `from`, without rules, and the index of the last one. Fewer than two are not a table. */
function rowsFrom(lines: readonly Line[], from: number): { readonly rows: readonly Line[]; readonly last: number } {
  const rows: Line[] = [];
  let last = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    if (isRule(line) && at > from) continue;
    if (!ROW.test(line.text) || ITEM.test(line.text)) break;
    rows.push(line);
    last = at;
  }
  return { rows, last };
}
