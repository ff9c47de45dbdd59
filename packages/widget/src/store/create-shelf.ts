import type { Exchange } from '../exchange/exchange.ts';
import type { Kept } from './kept.ts';
import { readKept } from './read-kept.ts';
import type { KeyValueStorage } from './surroundings.ts';
import { writeKept } from './write-kept.ts';

/** One storage, which any call may find blocked, full, or written by somebody else. Nothing throws. */
export interface Shelf {
  canWrite(): boolean;
  /** `undefined` where nothing can be read. What this page wrote itself comes back as the same objects. */
  read(): Kept | undefined;
  /** What was kept, oldest first: the latest that there is room for. `undefined` when nothing was; then nothing stays there. */
  write(kept: Kept): readonly Exchange[] | undefined;
}

export function createShelf(open: () => KeyValueStorage, key: string): Shelf {
  let seen: { readonly text: string; readonly kept: Kept | undefined } | undefined;

  return {
    canWrite() {
      try {
        const storage = open();
        storage.setItem(`${key}?`, '');
        storage.removeItem(`${key}?`);
        return true;
      } catch {
        return false;
      }
    },
    read() {
      try {
        const text = open().getItem(key);
        if (text === null) return undefined;
        if (text !== seen?.text) seen = { text, kept: readKept(text) };
        return seen.kept;
      } catch {
        // Blocked, or damaged beyond reading: another one may have it.
        return undefined;
      }
    },
    write(kept) {
      const exchanges = writeKept(kept, (text) => {
        open().setItem(key, text);
        seen = { text, kept };
      });
      if (exchanges === undefined) remove(open, key);
      else if (seen !== undefined) seen = { ...seen, kept: { ...kept, exchanges } };
      return exchanges;
    },
  };
}

/** So that at least nothing stays that was to be forgotten. */
function remove(open: () => KeyValueStorage, key: string): void {
  try {
    open().removeItem(key);
  } catch {
    // Then it has not let us write either.
  }
}
