/**
 * Reads a model's Markdown line by line, as far as its answers use it: paragraphs, lists, tables, fenced code and quotes. Headings,
 * rules and comments are left out, and so are their words. A line of `---` below a paragraph is a rule and no heading, code is fenced
 * and never indented, and a table without bars at its edges is one from its `---|---` on, if its first line holds no full stop.
 */
import type { StatementKind } from '../../types/answer.ts';
import { closeFence, codeLine, openFence, type Fence } from './fence.ts';
import type { HeldPieces } from './hold-pieces.ts';
import { labelsIn } from './label-syntax.ts';
import { lineStart, type LineStart } from './line-start.ts';
import { tableRows, TABLE_RULE, type ReadRow } from './table-row.ts';
import { LONGEST_BLOCK, textBlock, type TextBlock } from './text-block.ts';

export interface BlockReader {
  /** More of the line, without its end. */
  add(text: string): void;
  endLine(): void;
  /** Ends every block that is open. */
  end(): void;
}

interface OpenItem {
  readonly kind: 'item' | 'step';
  /** Column of its content. */
  readonly column: number;
}

interface OpenCode {
  readonly fence: Fence;
  readonly quotes: number;
  readonly fallback: readonly string[];
  text: string;
  isTooLong: boolean;
}

const DEEPEST = 16;
/** No end of what is hidden is longer. */
const LONGEST_CLOSER = 16;
const BOX = /^\[[ xX]\][ \t]+/u;
const MAYBE_BOX = /^\[(?:[ xX](?:\][ \t]*)?)?$/u;
/** Text indented so far belongs to the item above. */
const LEAST_INDENT = 2;
const ENDS_SENTENCE =
  /[.!?:\u2026\u3002\uff01\uff1f\uff1a\u061f\u06d4\u0964][)\]}"'\u201d\u2019\u00bb\u300d\u300f\uff09*_`]*$/u;
/** The same, or a label. */
const ENDS_ITEM = /[.!?:)\]\u2026\u3002\uff01\uff1f\uff1a\u3011]["'\u201d\u2019*_`]*$/u;
/** A header line with one of these may have been read as sentences already. */
const SENTENCE_MARK = /[!?\u2026\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965]|\.(?![\p{L}\p{N}_])/u;

export function readBlocks(held: HeldPieces): BlockReader {
  let line = '';
  /** How much of the line is read. */
  let at = 0;
  let quotes = 0;
  let column = 0;
  /** `start`: what the line is, is not known yet; `text`: it goes on with the block; `whole`: it is read when it has ended. */
  let mode: 'start' | 'text' | 'whole' = 'start';
  let isOverlong = false;
  let block: TextBlock | undefined;
  let isParted = false;
  let code: OpenCode | undefined;
  let closer: RegExp | undefined;
  /** Of the table that is open. */
  let readRow: ReadRow | undefined;
  let items: OpenItem[] = [];
  /** Behind the marker of an item, where `[x]` is a box. */
  let mayTick = false;

  function putText(pieces: ReturnType<TextBlock['end']>, kind: StatementKind): void {
    for (const { text, labels } of pieces) if (text !== '') held.put({ kind, text, labels, language: '' });
  }

  function endText(): void {
    if (block !== undefined) putText(block.end(), block.kind);
    block = undefined;
  }

  /** Ends what is open before something that is no text. */
  function endAll(): void {
    endText();
    readRow = undefined;
    isParted = false;
  }

  function putRow(source: string): void {
    readRow ??= tableRows();
    const row = readRow(source);
    if (row !== undefined) held.put({ kind: 'row', ...row, language: '' });
  }

  function endCode(open: OpenCode, labels: readonly string[]): void {
    const text = open.text.replaceAll(/^\n+|\s+$/gu, '');
    const { language } = open.fence;
    code = undefined;
    if (text === '' || open.isTooLong) return;
    const own = [...new Set([...open.fence.labels, ...labels])];
    held.put({ kind: 'code', text, labels: own, language }, open.fallback);
  }

  function beginText(kind: StatementKind): void {
    endText();
    block = textBlock(kind, quotes);
    isParted = false;
  }

  /** Text that is neither a marker nor anything else: it goes on with what is open or begins a paragraph. */
  function onText(): void {
    const isInside = items.length > 0 && column >= LEAST_INDENT;
    // Below an item that has ended, text that is not indented is none of it.
    const isBelow =
      block?.kind !== 'sentence' && !isInside && ENDS_ITEM.test(block?.source().trimEnd().slice(-20) ?? '');
    const isSame = !isParted || (block?.kind !== 'sentence' && isInside);
    const goesOn = block !== undefined && isSame && !isBelow && quotes <= block.quotes;
    if (goesOn) {
      block!.newLine(isParted);
      isParted = false;
      return;
    }
    if (!isInside) items = [];
    while (items.length > 1 && items.at(-1)!.column > column) items.pop();
    held.begin('text');
    beginText(items.at(-1)?.kind ?? 'sentence');
  }

  function onMarker({ kind, width, number }: Extract<LineStart, { type: 'marker' }>): boolean {
    // A number that begins a line of a paragraph is part of it.
    if (kind === 'step' && number !== 1 && block?.kind === 'sentence' && !isParted) return false;
    endAll();
    while (items.length > 0 && items.at(-1)!.column > column) items.pop();
    if (items.length >= DEEPEST) items.pop();
    at += width;
    column += width;
    items.push({ kind, column });
    held.begin('list');
    beginText(kind);
    mayTick = true;
    return true;
  }

  function onLabels(): void {
    const isSentence = block?.kind === 'sentence' && !isParted;
    if (isSentence && !ENDS_SENTENCE.test(block!.source().trimEnd().slice(-20))) {
      block!.newLine(false);
      putText(block!.add(line.slice(at)), 'sentence');
      return;
    }
    endAll();
    held.label(labelsIn(line.slice(at)));
  }

  function onRule(): void {
    const source = block?.kind === 'sentence' && block.lines() === 1 && !isParted ? block.source() : '';
    const isHeader = source.includes('|') && source.length < LONGEST_BLOCK && !SENTENCE_MARK.test(source);
    if (isHeader) {
      block = undefined;
      held.begin('table');
      putRow(source);
    } else if (readRow === undefined) {
      endAll();
    }
  }

  function onRow(): void {
    const source = line.slice(at);
    if (readRow === undefined) {
      endAll();
      held.begin('table');
    }
    putRow(source);
  }

  /** Reads what the line is; `false` while that is unclear. */
  function readStart(complete: boolean): boolean {
    for (;;) {
      skipIndent();
      const rest = line.slice(at);
      if (rest[0] === '>' && quotes < DEEPEST) {
        quotes += 1;
        at += 1;
        column = 0;
        continue;
      }
      if (!complete && (rest === '' || (mayTick && MAYBE_BOX.test(rest)))) return false;
      if (mayTick) at += BOX.exec(rest)?.[0].length ?? 0;
      if (mayTick && at < line.length) {
        mayTick = false;
        continue;
      }
      if (block !== undefined && quotes > block.quotes && rest !== '') endAll();
      const isRow = readRow !== undefined && rest.includes('|') && complete;
      const start: LineStart | undefined =
        isRow && !TABLE_RULE.test(rest) ? { type: 'row' } : lineStart(rest, complete);
      if (start === undefined) return false;
      if (start.type === 'marker') {
        if (onMarker(start)) continue;
        return readAs({ type: 'text' }, complete);
      }
      if (start.type === 'comment') {
        at += start.width;
        closer = start.closer;
        line = line.slice(at);
        at = 0;
        return true;
      }
      return readAs(start, complete);
    }
  }

  function readAs(start: LineStart, complete: boolean): boolean {
    // A row without a bar in front shows itself at its end.
    if (start.type === 'whole' || (start.type === 'text' && readRow !== undefined && !complete)) {
      mode = 'whole';
      return true;
    }
    switch (start.type) {
      case 'blank':
        if (block?.kind === 'sentence') endText();
        isParted = true;
        readRow = undefined;
        return true;
      case 'row':
        onRow();
        return true;
      case 'rule':
        onRule();
        return true;
      case 'labels':
        onLabels();
        return true;
      case 'fence': {
        const fence = openFence(line.slice(at), column);
        if (fence === undefined) break;
        endAll();
        const fallback = held.introduced();
        held.begin('code');
        code = { fence, quotes, fallback, text: '', isTooLong: false };
        return true;
      }
      case 'break':
      case 'heading':
        endAll();
        items = [];
        held.begin('text');
        return true;
    }
    readRow = undefined;
    if (block === undefined || block.source() !== '' || isParted) onText();
    mode = 'text';
    return true;
  }

  function skipIndent(): void {
    while (line[at] === ' ' || line[at] === '\t') {
      column += line[at] === '\t' ? 4 : 1;
      at += 1;
    }
  }

  /** Drops what is hidden; `true` when the line goes on behind it. */
  function readComment(hidden: RegExp, complete: boolean): boolean {
    const end = hidden.exec(line);
    if (end === null) {
      line = complete ? '' : line.slice(-LONGEST_CLOSER);
      return false;
    }
    line = line.slice(end.index + end[0].length);
    closer = undefined;
    return true;
  }

  function readCode(open: OpenCode): void {
    let rest = line;
    for (let mark = 0; mark < open.quotes; mark += 1) rest = rest.replace(/^\s{0,3}>\s?/u, '');
    const labels = isOverlong ? undefined : closeFence(open.fence, rest);
    if (labels !== undefined) return endCode(open, labels);
    open.text += `${codeLine(open.fence, rest)}\n`;
    if (isOverlong || open.text.length > LONGEST_BLOCK) {
      open.isTooLong = true;
      open.text = '';
    }
  }

  function read(complete: boolean): void {
    if (closer !== undefined && !readComment(closer, complete)) return;
    if (code !== undefined) {
      if (complete) readCode(code);
      return;
    }
    if (mode !== 'text') {
      if ((mode === 'whole' && !complete) || !readStart(complete)) return;
      if (closer !== undefined) return read(complete);
    }
    if (block === undefined || !goesOn()) return;
    const text = line.slice(at);
    line = '';
    at = 0;
    putText(block.add(text), block.kind);
  }

  const goesOn = (): boolean => mode === 'text';

  function nextLine(): void {
    line = '';
    at = 0;
    quotes = 0;
    column = 0;
    mode = 'start';
    isOverlong = false;
    mayTick = false;
  }

  function endLine(): void {
    if (isOverlong && code === undefined) {
      endAll();
      held.begin('text');
    } else {
      read(true);
    }
    nextLine();
  }

  return {
    add(text) {
      if (isOverlong) return;
      line += text;
      read(false);
      if (line.length <= LONGEST_BLOCK) return;
      line = '';
      isOverlong = true;
    },
    endLine,
    end() {
      if (line !== '' || mode !== 'start') endLine();
      endText();
      if (code !== undefined) endCode(code, []);
    },
  };
}
