import type { StatementKind } from '../../types/answer.ts';
import { readText, type LabelledWords } from './read-text.ts';

/** A paragraph or list item that is being written. */
export interface TextBlock {
  readonly kind: StatementKind;
  /** Number of quote marks before its first line. */
  readonly quotes: number;
  /** Begins another line; `parted` by blank ones. */
  newLine(parted: boolean): void;
  /** Goes on with the line; returns the pieces that are certain now. */
  add(text: string): readonly LabelledWords[];
  /** The rest. */
  end(): readonly LabelledWords[];
  readonly source: () => string;
  /** Number of lines begun. */
  readonly lines: () => number;
}

/** What goes beyond so many characters of one block is not read. */
export const LONGEST_BLOCK = 16_000;
/** A block is read again when it has grown by such a part of its length, so that reading stays linear. */
const growthOf = (length: number): number => Math.max(1, Math.floor(length / (length < 2000 ? 64 : 16)));

export function textBlock(kind: StatementKind, quotes: number): TextBlock {
  let source = '';
  let lines = 1;
  let given = 0;
  let nextRead = 1;
  let isFull = false;

  const read = (final: boolean): readonly LabelledWords[] => {
    const pieces = readText(source, kind, final);
    const fresh = pieces.slice(given);
    given = Math.max(given, pieces.length);
    nextRead = source.length + growthOf(source.length);
    return fresh;
  };

  return {
    kind,
    quotes,
    newLine(parted) {
      lines += 1;
      if (!isFull) source += parted ? '\n\n' : '\n';
    },
    add(text) {
      if (isFull) return [];
      source += text;
      if (source.length > LONGEST_BLOCK) {
        source = source.slice(0, LONGEST_BLOCK);
        isFull = true;
        return read(false);
      }
      return source.length < nextRead ? [] : read(false);
    },
    end: () => (isFull ? [] : read(true)),
    source: () => source,
    lines: () => lines,
  };
}
