import type { DraftPiece } from './draft-reader.ts';
import type { StatementKind } from '../types/answer.ts';
import { endsWithAbbreviation } from '../text/split-sentences.ts';
import { labelsAlone, readSentences, readWhole } from './labels.ts';

/** Longest paragraph or item: the parser takes quadratic time for hostile markup. */
const LONGEST_BLOCK = 4000;
const LONGEST_CODE = 16_000;
const LONGEST_WHOLE = 240;
const MOST_CELLS = 64;

const HIDDEN: readonly (readonly [opener: RegExp, closer: RegExp])[] = [
  [/^<!--/u, /-->/u],
  // Some models write their reasoning before the answer.
  [/^<think(?:ing)?>/iu, /<\/think(?:ing)?>/iu],
];
/** Longest end mark of a hidden part. */
const LONGEST_CLOSER = 16;
const QUOTES = /^[ \t]*(?:>[ \t]?)+/u;
const FENCE = /^(\s*)(`{3,}|~{3,})([^`]*|(?<=~{3})[^]*)$/u;
const SILENT = /^(?:#{1,6}(?:[ \t]|$)|(?:-[ \t]*){2,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|={2,}[ \t]*$|[-*+\u2022]$)/u;
const RULE = /^(?=[^|]*\|)(?=[^-]*-)[\s|:-]+$/u;
const MARKER = /^(?:[-*+\u2022]|(\d{1,3})[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u;
/** Header of a table column that has only labels. */
const SOURCES = /^(?:sources?|labels?|ref(?:erence)?s?|citations?|cite)$/iu;
/** A line that begins like this is text, whatever follows. */
const TEXT = /^[ \t]*(?:(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+)?(?:\*{1,3}|_{1,3}|`{1,2}|["'\u201c\u2018\u00ab])?\p{L}/u;
/** A sentence with its labels, followed by the first character of the next sentence. */
const LABELLED_SENTENCE =
  /(?<![.!?\u2026\u3002\uff01\uff1f\u061f\u06d4])([.!?\u2026\u3002\uff01\uff1f\u061f\u06d4]+)["')*_`\u201d\u2019\u00bb\u300d]{0,4}\s?(?:[[\u3010]p[^[\]\u3010\u3011\n]{0,60}[\]\u3011]\s?)+\.?(?=(\s*[^\s[(\u3010.,;:!?\u2026)*_`]))/giu;
/** After an item that ends like this, text without indentation does not belong to the item. */
const ENDS_ITEM = /[.!?:)\]\u2026\u3002\uff01\uff1f\uff1a\u3011]["'\u201d\u2019*_`]*$/u;

interface OpenCode {
  readonly fence: string;
  readonly indent: number;
  readonly language: string;
  /** Labels written after the fence. */
  readonly labels: readonly string[];
  /** Labels of the text that introduces the code. */
  readonly fallback: readonly string[];
  text: string;
}

/** True if no bracket or mark opened in the source is still open at its end. */
function isClosed(source: string): boolean {
  const count = (pattern: RegExp): number => (source.match(pattern) ?? []).length;
  const isEven = [/`/gu, /\*/gu, /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, /~~/gu].every(
    (mark) => count(mark) % 2 === 0,
  );
  return isEven && count(/[[(<]/gu) <= count(/[\])>]/gu);
}

/** Names the language as chunks do: `rust,ignore` is `rust`, and `text` becomes `''`. */
function languageOf(info: string): string {
  const language = (/^(?:language-)?([^\s,{:]+)/u.exec(info.trim())?.[1] ?? '').toLowerCase();
  return language === 'text' ? '' : language;
}

/** Splits Markdown into blocks as they end, and passes their pieces to `held`. */
export function readBlocks(held: HeldPieces): { add(text: string): void; end(): void } {
  let line = '';
  /** The open paragraph or item. `isFull` if the rest of it is ignored. */
  let block: { readonly kind: StatementKind; source: string; isFull: boolean } | undefined;
  /** Kind of the open list's items. */
  let item: 'item' | 'step' | undefined;
  /** True if the current line is text of the open block. */
  let isText = false;
  let code: OpenCode | undefined;
  let closer: RegExp | undefined;
  /** Number of header cells of the open table. */
  let width: number | undefined;

  const put = (kind: StatementKind, pieces: ReturnType<typeof readSentences>): void => {
    for (const { text, labels } of pieces) if (text !== '') held.put({ kind, text, labels, language: '' });
  };

  function endText(): void {
    if (block === undefined) return;
    const { kind, isFull } = block;
    const source = block.source.trim();
    block = undefined;
    if (kind !== 'sentence' && source.length <= LONGEST_WHOLE) return put(kind, [readWhole(source)]);
    // The last sentence of a block that was cut off is incomplete.
    put(kind, readSentences(source).slice(0, isFull ? -1 : undefined));
  }

  /** Ends the open text and table before something that is not text. */
  function endAll(): void {
    endText();
    width = undefined;
  }

  /** Passes on the complete labelled sentences of a paragraph and keeps the rest. */
  function addText(text: string): void {
    if (block === undefined || block.isFull) return;
    const source = block.source + text;
    let from = 0;
    if (block.kind === 'sentence' && !/^\s*[[(\u3010]/u.test(source)) {
      for (const found of source.matchAll(LABELLED_SENTENCE)) {
        const to = found.index + found[0].length;
        if (found.index + found[0].length + found[2]!.length - from > LONGEST_BLOCK) break;
        const isAbbreviation =
          found[1] === '.' && endsWithAbbreviation(source, Math.max(0, found.index - 24), found.index, undefined);
        if (isAbbreviation || !isClosed(source.slice(from, to))) continue;
        put('sentence', readSentences(source.slice(from, to)));
        from = to;
      }
    }
    block.source = source.slice(from, from + LONGEST_BLOCK);
    block.isFull = source.length - from > LONGEST_BLOCK;
  }

  function beginText(kind: StatementKind): void {
    endAll();
    held.begin(kind === 'sentence' ? 'text' : 'list');
    block = { kind, source: '', isFull: false };
  }

  /** Adds text to the open block, or begins a paragraph. After an item that has ended, only indented text belongs to the item. */
  function onText(text: string): void {
    const isInside = /^\s/u.test(text);
    const hasEnded =
      block?.kind !== 'sentence' && !isInside && ENDS_ITEM.test(block?.source.trimEnd().slice(-20) ?? '');
    if (!isInside && (block === undefined || hasEnded)) item = undefined;
    if (block === undefined || hasEnded) beginText(item ?? 'sentence');
    else addText('\n');
    addText(text.trimStart());
  }

  function onRow(text: string): void {
    if (width === undefined) {
      endAll();
      held.begin('table');
    }
    const source = text
      .trim()
      .replace(/^\||(?<!\\)\|$/gu, '')
      .replaceAll(/(`+)(?!`)(.*?[^`])\1(?!`)/gu, (span) => span.replaceAll('|', '\\|'));
    const cells = source.split(/(?<!\\)\|/u);
    if (cells.length > MOST_CELLS) return;
    const read = cells.map((cell) => readWhole(cell.replaceAll('\\|', '|').trim()));
    const last = read.at(-1)!;
    const isOfLabels = last.text === '' && last.labels.length > 0 && read.length > (width ?? 0);
    const isHeading = width === undefined && read.length > 1 && SOURCES.test(last.text);
    const shown = isHeading || isOfLabels ? read.slice(0, -1) : read;
    width ??= shown.length;
    if (shown.every((cell) => cell.text === '')) return;
    const labels = [...new Set(read.flatMap((cell) => cell.labels))];
    held.put({
      kind: 'row',
      text: shown
        .map((cell) => cell.text)
        .join(' | ')
        .trim(),
      labels,
      language: '',
    });
  }

  function onCode(open: OpenCode, text: string): void {
    const rest = text.trim();
    const isFence = rest.startsWith(open.fence);
    const behind = rest.slice(open.fence.length).replace(open.fence[0] === '~' ? /^~+/u : /^`+/u, '');
    const labels = !isFence ? undefined : behind === '' ? [] : labelsAlone(behind);
    if (labels !== undefined) return endCode(open, labels);
    if (open.text.length <= LONGEST_CODE)
      open.text += `${text.replace(new RegExp(`^[ \\t]{0,${open.indent}}`, 'u'), '')}\n`;
  }

  function endCode(open: OpenCode, labels: readonly string[]): void {
    code = undefined;
    const text = open.text.replaceAll(/^\n+|\s+$/gu, '');
    if (text === '' || open.text.length > LONGEST_CODE) return;
    held.put(
      { kind: 'code', text, labels: [...new Set([...open.labels, ...labels])], language: open.language },
      open.fallback,
    );
  }

  function beginCode([, indent = '', fence = '', info = '']: RegExpExecArray): void {
    endAll();
    const behind = /\s*[[\u3010]\s{0,3}\^?p\d[^`]*$/iu.exec(info)?.[0] ?? '';
    const labels = labelsAlone(behind);
    const language = languageOf(labels === undefined ? info : info.slice(0, -behind.length));
    const fallback = held.introduced();
    held.begin('code');
    code = { fence, indent: indent.length, language, labels: labels ?? [], fallback, text: '' };
  }

  function onLine(whole: string): void {
    const text = whole.replace(QUOTES, '');
    if (code !== undefined) return onCode(code, text);
    const rest = text.trim();
    const hidden = HIDDEN.find(([opener]) => opener.test(rest));
    if (hidden !== undefined) {
      closer = hidden[1];
      return onHidden(rest, closer);
    }
    const fence = FENCE.exec(text);
    const labels = labelsAlone(rest);
    const marker = MARKER.exec(rest);
    const isHeader = block?.kind === 'sentence' && block.source.includes('|') && !block.source.includes('\n');
    if (rest === '') return endAll();
    if (fence !== null) return beginCode(fence);
    if (RULE.test(rest)) {
      if (!isHeader) return width === undefined ? endAll() : undefined;
      const header = block!.source;
      block = undefined;
      return onRow(header);
    }
    if (SILENT.test(rest)) {
      endAll();
      item = undefined;
      return held.begin('text');
    }
    if (rest.startsWith('|') || (width !== undefined && rest.includes('|'))) return onRow(rest);
    if (labels !== undefined && (block === undefined || ENDS_ITEM.test(block.source.trimEnd().slice(-20)))) {
      endAll();
      return held.label(labels);
    }
    // A number at the start of a line inside a paragraph is part of the paragraph.
    const isNumber = marker?.[1] !== undefined && marker[1] !== '1' && block?.kind === 'sentence';
    if (marker === null || isNumber) {
      width = undefined;
      return onText(text);
    }
    item = marker[1] === undefined ? 'item' : 'step';
    beginText(item);
    const inside = text.trimStart().slice(marker[0].length);
    return MARKER.test(inside) || SILENT.test(inside) || FENCE.test(inside) ? onLine(inside) : addText(inside);
  }

  function onHidden(text: string, hidden: RegExp): void {
    const end = hidden.exec(text);
    if (end === null) return;
    closer = undefined;
    const rest = text.slice(end.index + end[0].length);
    if (rest.trim() !== '') onLine(rest);
  }

  function endLine(): void {
    if (isText) isText = false;
    else if (closer !== undefined) onHidden(line, closer);
    else if (line.length <= LONGEST_CODE) onLine(line);
    else if (code !== undefined) code.text += line;
    else endAll();
    line = '';
  }

  function addToLine(text: string): void {
    if (isText) return addText(text);
    line += text;
    if (closer !== undefined) {
      const end = closer.exec(line);
      if (end === null) line = line.slice(-LONGEST_CLOSER);
    } else if (code === undefined && width === undefined && TEXT.test(line)) {
      isText = true;
      onLine(line);
      line = '';
    } else line = line.slice(0, LONGEST_CODE + 1);
  }

  return {
    add(text) {
      const [first = '', ...lines] = text.split('\n');
      addToLine(first);
      for (const next of lines) {
        endLine();
        addToLine(next);
      }
    },
    end() {
      if (line !== '' || isText) endLine();
      endText();
      if (code !== undefined) endCode(code, []);
    },
  };
}

/** Kind of block that pieces belong to. Items of one list and rows of one table form one group. */
type Group = 'list' | 'table' | 'code' | 'text';

interface HeldPieces {
  /** Adds a piece. `fallback` labels apply if the piece has none and gets none. */
  put(piece: DraftPiece, fallback?: readonly string[]): void;
  /** Signals that another block begins. */
  begin(group: Group): void;
  /** Applies labels from a separate line to the preceding pieces without labels, back to the last piece that has some. */
  label(labels: readonly string[]): void;
  /** Returns the labels of the last piece if it introduces what follows, as in `Run this: [p1]`. */
  introduced(): readonly string[];
  flush(): void;
}

const MOST_HELD = 100;
const MOST_CHARACTERS = 16_000;

const introduces = (piece: DraftPiece | undefined): boolean => piece !== undefined && /[:\uff1a]$/u.test(piece.text);

/** Holds back pieces without labels while a line of labels may still follow. Passes all pieces to `give` in order. */
export function holdPieces(give: (piece: DraftPiece) => void): HeldPieces {
  let held: { readonly piece: DraftPiece; readonly fallback: readonly string[] }[] = [];
  let characters = 0;
  let last: DraftPiece | undefined;
  let group: Group | undefined;

  const release = (count: number, labels?: readonly string[]): void => {
    for (const { piece, fallback } of held.slice(0, count)) give({ ...piece, labels: labels ?? fallback });
    held = held.slice(count);
    characters = held.reduce((sum, { piece }) => sum + piece.text.length, 0);
  };

  return {
    put(piece, fallback = []) {
      last = piece;
      if (piece.labels.length > 0) {
        release(held.length);
        give(piece);
        return;
      }
      held.push({ piece, fallback });
      characters += piece.text.length;
      if (held.length > MOST_HELD || characters > MOST_CHARACTERS) release(held.length);
    },
    begin(next) {
      const goesOn = next === group && (next === 'list' || next === 'table');
      // Text that introduces a list or code waits with it for the labels.
      const kept = next !== 'text' && introduces(held.at(-1)?.piece) ? 1 : 0;
      if (!goesOn) release(held.length - kept);
      group = next;
    },
    label(labels) {
      release(held.length, labels);
    },
    introduced: () => (introduces(last) ? last!.labels : []),
    flush: () => release(held.length),
  };
}
