import type { StatementKind } from '../types/answer.ts';
import { NOT_IN_SOURCES } from './answer-prompt.ts';
import { readBlocks } from './draft-blocks.ts';
import { holdPieces } from './hold-pieces.ts';
import { dropUnseen } from './prompt-data.ts';

/** One sentence, step, list item, table row or code block of what a model wrote, with the labels that it gave. */
export interface DraftPiece {
  readonly kind: StatementKind;
  /** As a chunk's text would read: without markup and labels. Never blank. */
  readonly text: string;
  /** `p1`, `p2`, …, each once, in order; `?` for one that cannot be proved. Empty where the model gave none. */
  readonly labels: readonly string[];
  /** Of code; `''` otherwise or where none is named. */
  readonly language: string;
}

export interface DraftReader {
  /** Pieces that this text completes, in order. */
  feed(text: string): readonly DraftPiece[];
  /**
   * The rest. `whole: false`: the text was cut off, and a piece whose end was not seen is dropped. `declined`: the model said
   * that the sources do not answer, and nothing else. Nothing may be fed afterwards.
   */
  end(whole: boolean): { readonly pieces: readonly DraftPiece[]; readonly declined: boolean };
}

const WORDS = /[\p{L}\p{N}]/u;
/** A list of sources says nothing. */
const LIST_OF_SOURCES = /^(?:sources?|references?|citations?|quellen?|fuentes?)\W*$/iu;
const DECLINES = /^[\W_]*not[\s_-]?in[\s_-]?sources[\W_]*$/iu;

/**
 * Reads what a model writes, Markdown with labels, while it is being written: paragraphs, lists, tables, fenced code and quotes.
 * Headings, rules and comments are left out, and so are their words.
 *
 * A block is read when it has ended, and a paragraph also behind a sentence with a label, when the next sentence has begun; so how the
 * text is cut into parts makes no difference, and a text that is cut off anywhere gives the first pieces of the whole one. A piece
 * without labels waits for a line of labels as long as one may follow.
 *
 * What is not ours is never shown as if it were: numbers in brackets are taken out of prose, for they would pass for footnotes of the
 * answer. Where that, or what stands beside, may change the meaning (`f[1]`, images, HTML), the piece gets the label `?`, which no
 * run has, so that the gate withholds it.
 *
 * Of a paragraph or item 4,000 characters are read; code of more than 16,000 and rows of more than 64 cells are left out.
 */
export function createDraftReader(): DraftReader {
  let ready: DraftPiece[] = [];
  let hasDeclined = false;
  let hasSpoken = false;
  /** Half of a character, or a `\r` that a `\n` may follow. */
  let waiting = '';

  const held = holdPieces((piece) => {
    if (DECLINES.test(piece.text)) {
      hasDeclined = true;
      return;
    }
    if (piece.kind !== 'code' && (!WORDS.test(piece.text) || LIST_OF_SOURCES.test(piece.text))) return;
    hasSpoken = true;
    // The agreed word is for us alone.
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
