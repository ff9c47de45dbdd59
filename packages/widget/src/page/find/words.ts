import { foldSpaced, type PageText } from './page-text.ts';

/** Words and signs of a text in order. */
export interface Words {
  /** Number of each word; equal words, whatever their case, have equal numbers. */
  readonly ids: Int32Array;
  /** Offsets in the folded text, ends exclusive. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 where a line begins at or before the word. */
  readonly apart: Uint8Array;
}

const WORD = /[\p{L}\p{N}\p{M}_]+|\S/gu;
/** Scripts that set no spaces between words: each character counts as one. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const UNSPACED_PIECES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;

/** Numbers words in `ids`, in which words of an earlier text may stand already. */
export function wordsOfPage(page: PageText, ids: Map<string, number>): Words {
  return readWords(page.leaves.map(({ raw, apart }) => (apart ? '\n' : '') + foldSpaced(raw)).join(''), ids);
}

export function wordsOfQuote(quote: string, ids: Map<string, number>): Words {
  return readWords(quote.split('\n').map(foldSpaced).join('\n'), ids);
}

export function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) count += UNSPACED.test(word) ? [...word].length : 1;
  return count;
}

/** `text` has one space for white space, and a line break where a line begins. */
function readWords(text: string, ids: Map<string, number>): Words {
  const found: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const apart: number[] = [];
  let reached = 0;
  let blanks = 0;
  let isApart = 0;

  const put = (word: string, start: number): void => {
    const lower = word.toLowerCase();
    let id = ids.get(lower);
    if (id === undefined) ids.set(lower, (id = ids.size));
    found.push(id);
    starts.push(start);
    ends.push(start + word.length);
    apart.push(isApart);
    isApart = 0;
  };

  for (const { 0: word, index } of text.matchAll(WORD)) {
    for (let at = reached; at < index; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 10) isApart = 1;
      if (code === 10 || code === 32) blanks += 1;
    }
    reached = index + word.length;
    if (word > '\u0e00' || UNSPACED.test(word)) {
      for (const piece of word.matchAll(UNSPACED_PIECES)) put(piece[0], index - blanks + piece.index);
    } else put(word, index - blanks);
  }
  return {
    ids: Int32Array.from(found),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    apart: Uint8Array.from(apart),
  };
}
