import { createDraftReader } from '@ibid/core';
import type { DraftPiece } from '@ibid/core/types';

export interface TurnReader {
  feed(text: string): void;
  /** Ends the turn. `hasCalls`: the model searches before it continues. Returns true if it declined to answer. */
  end(hasCalls: boolean): boolean;
  /** Call if the model failed midway: only complete pieces count. */
  abandon(): void;
}

/**
 * Reads one turn of a model. While the model may still search, pieces without labels are held back, because many models announce their searches.
 * A labelled piece or the end of the turn passes them on in order; a search discards them. Labelled pieces are part of the answer in any turn.
 */
export function turnReader(maySearch: boolean, pass: (piece: DraftPiece) => void): TurnReader {
  const reader = createDraftReader();
  let held: DraftPiece[] = [];

  function release(): void {
    for (const piece of held) pass(piece);
    held = [];
  }

  function take(pieces: readonly DraftPiece[]): void {
    for (const piece of pieces) {
      held.push(piece);
      if (!maySearch || piece.labels.length > 0) release();
    }
  }

  return {
    feed: (text) => take(reader.feed(text)),
    end(hasCalls) {
      const { pieces, declined } = reader.end(true);
      take(pieces);
      if (hasCalls) held = [];
      release();
      return declined && !hasCalls;
    },
    abandon() {
      take(reader.end(false).pieces);
      held = [];
    },
  };
}
