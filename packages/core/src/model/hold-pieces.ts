import type { DraftPiece } from './draft-reader.ts';

/** Kind of block that pieces belong to. Items of one list and rows of one table form one group. */
export type Group = 'list' | 'table' | 'code' | 'text';

export interface HeldPieces {
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
