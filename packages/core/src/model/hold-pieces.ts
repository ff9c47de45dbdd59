import type { DraftPiece } from './draft-reader.ts';

/** What pieces stand in: those of one list, of one table, of one paragraph stand together. */
export type Group = 'list' | 'table' | 'code' | 'text';

export interface HeldPieces {
  /** `fallback`: labels that count when the piece gets none of its own. */
  put(piece: DraftPiece, fallback?: readonly string[]): void;
  /** Another block begins. */
  begin(group: Group): void;
  /** Labels on a line of their own: they count for the pieces before them that have none, back to the last that has some. */
  label(labels: readonly string[]): void;
  /** Labels of the last piece when it introduces what follows, `Run this: [p1]`. */
  introduced(): readonly string[];
  flush(): void;
}

const MOST_HELD = 100;
const MOST_CHARACTERS = 16_000;

const introduces = (piece: DraftPiece | undefined): boolean => piece !== undefined && /[:\uff1a]$/u.test(piece.text);

/** Holds pieces without labels back while a line of labels may still follow, and gives all in order to `give`. */
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
      // What introduces a list or code waits with it for the labels.
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
