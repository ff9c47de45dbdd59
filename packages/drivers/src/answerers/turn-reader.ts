import { createDraftReader } from '@ibid/core';
import type { DraftPiece } from '@ibid/core/types';

export interface TurnReader {
  feed(text: string): void;
  /** `hasCalls`: the model searches before it goes on. Whether it declined to answer. */
  end(hasCalls: boolean): boolean;
  /** The model failed in the middle: what was complete counts, and no more. */
  abandon(): void;
}

/**
 * Reads what a model writes in one of its turns. While it may still search, pieces without labels are kept back, because many models
 * announce their searches: at a labelled piece, or at the end of the turn, they are passed on in their place; when the model searches
 * instead, they are dropped. Labelled pieces are answers in any turn.
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
