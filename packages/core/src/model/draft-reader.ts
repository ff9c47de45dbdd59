import type { StatementKind } from '../types/answer.ts';
import { NOT_IN_SOURCES } from './answer-prompt.ts';
import { holdPieces, readBlocks } from './draft-blocks.ts';
import { dropUnseen } from './prompt-data.ts';

/** One sentence, step, list item, table row or code block written by a model, with the labels that the model gave it. */
export interface DraftPiece {
  readonly kind: StatementKind;
  /** Text in the form of a chunk's text: without markup and labels. Never blank. */
  readonly text: string;
  /** `p1`, `p2`, …, each once, in order; `?` marks a piece that cannot be proved. Empty if the model gave none. */
  readonly labels: readonly string[];
  /** Language of code; `''` otherwise, or if none is named. */
  readonly language: string;
}

export interface DraftReader {
  /** Takes more text and returns the pieces that it completes, in order. */
  feed(text: string): readonly DraftPiece[];
  /**
   * Returns the remaining pieces. `whole: false`: the text was cut off, so unfinished pieces are dropped. `declined`: the model wrote only
   * that the sources do not answer. Do not call `feed` afterwards.
   */
  end(whole: boolean): { readonly pieces: readonly DraftPiece[]; readonly declined: boolean };
}

const WORDS = /[\p{L}\p{N}]/u;
/** A list of sources is not a statement. */
const LIST_OF_SOURCES = /^(?:sources?|references?|citations?|quellen?|fuentes?)\W*$/iu;
const DECLINES = /^[\W_]*not[\s_-]?in[\s_-]?sources[\W_]*$/iu;

/**
 * Reads the Markdown with labels that a model writes, while it is being written: paragraphs, lists, tables, fenced code and quotes.
 * Headings, rules and comments are skipped with their text.
 *
 * A block is read when it has ended; a paragraph also after each labelled sentence, once the next sentence has begun. So the result does
 * not depend on how the text is divided into parts, and a text cut off anywhere gives the first pieces of the whole text. A piece without
 * labels waits while a line of labels may still follow.
 *
 * Numbers in brackets are removed from prose, because readers would take them for footnotes of the answer. If the removal, or something
 * next to it, may change the meaning (`f[1]`, images, HTML), the piece gets the label `?`. No run has that label, so the gate withholds the
 * piece.
 *
 * Only the first 4,000 characters of a paragraph or item are read; code of more than 16,000 characters and rows of more than 64 cells are
 * left out.
 */
export function createDraftReader(): DraftReader {
  let ready: DraftPiece[] = [];
  let hasDeclined = false;
  let hasSpoken = false;
  /** First half of a surrogate pair, or a `\r` that may be followed by `\n`. */
  let waiting = '';

  const held = holdPieces((piece) => {
    if (DECLINES.test(piece.text)) {
      hasDeclined = true;
      return;
    }
    if (piece.kind !== 'code' && (!WORDS.test(piece.text) || LIST_OF_SOURCES.test(piece.text))) return;
    hasSpoken = true;
    // `NOT_IN_SOURCES` is a signal of the prompt and must not reach readers.
    if (!piece.text.includes(NOT_IN_SOURCES)) ready.push(piece);
  });
  const blocks = readBlocks(held);

  const take = (): readonly DraftPiece[] => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  const read = (text: string): void => blocks.add(dropUnseen(text.replaceAll(/\r\n?/gu, '\n')));

  return {
    feed(text) {
      const all = waiting + text;
      waiting = /[\r\ud800-\udbff]$/.exec(all)?.[0] ?? '';
      read(all.slice(0, all.length - waiting.length));
      return take();
    },
    end(whole) {
      if (!whole) return { pieces: [], declined: false };
      read(waiting);
      blocks.end();
      held.flush();
      return { pieces: take(), declined: hasDeclined && !hasSpoken };
    },
  };
}
