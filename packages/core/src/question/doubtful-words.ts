/** Finds words that readers mistyped. Only words are doubted that the index does not have; identifiers, quoted words and code are left alone. */
import { readWords, type Word } from './read-words.ts';
import { wordClass } from './word-class.ts';
import { characterClass, UNSPACED } from '../text/scan-tokens.ts';
import { foldText } from '../text/fold-text.ts';
import { wordTokens } from '../text/word-tokens.ts';
import type { IndexWords } from './index-words.ts';
import { quotedIn } from './quoted-in.ts';

/** A typed word that is not in the index, or two that are one word in it. Offsets in UTF-16 units, end exclusive. */
export interface Doubt {
  readonly start: number;
  readonly end: number;
  /** Normalised form used for comparison: folded, in lower case. */
  readonly typed: string;
  /** Token of two words that are one word in the index: that of "lifetime" for "life time". */
  readonly token?: string;
  /** True for the last word of the text, which may be unfinished. */
  readonly isLast: boolean;
  /** True if a capital marks a name, which is corrected less readily. */
  readonly isName: boolean;
}

const LETTERS = /^[\p{L}\p{M}]+$/u;
const SHORTEST = 3;
/** Next to one of these characters, a word is part of code, an address or a path. */
const CODE_BEFORE = /[\p{N}_@#$%&*/\\=<>{}[\]|~^+:.-]$/u;
const CODE_BEHIND = /^(?:[\p{N}_@#$%&*/\\=<>{}[\]|~^+(-]|[.:](?=\S))/u;

/** Returns the doubtful words of `text` in order. A word for which `likelyWords` finds nothing counts as correct. */
export function doubtfulWords(text: string, words: IndexWords): readonly Doubt[] {
  const isQuoted = quotedIn(text);
  const isShouted = text === text.toUpperCase();
  const typed = readWords(text).filter(({ start, end }) => !isQuoted(start, end));
  return typed.flatMap((word) => {
    if (!mayBeMistyped(word, text, isShouted)) return [];
    const folded = foldText(word.text, false).text.toLowerCase();
    const [token] = wordTokens(folded);
    if (token === undefined || words.terms.has(token)) return [];
    const isLast = text.slice(word.end).trim() === '';
    const isName = !isShouted && word.border !== 'sentence' && word.text !== word.lower;
    return [{ start: word.start, end: word.end, typed: folded, isLast, isName }];
  });
}

function mayBeMistyped(word: Word, text: string, isShouted: boolean): boolean {
  const { text: typed, lower, start, end } = word;
  if (
    typed.length < SHORTEST ||
    !LETTERS.test(typed) ||
    Array.from(typed).some((letter) => characterClass(letter.codePointAt(0)!) === UNSPACED)
  )
    return false;
  const isPlain = typed === lower || typed.slice(1) === lower.slice(1) || isShouted;
  if (!isPlain || CODE_BEFORE.test(text.slice(Math.max(0, start - 2), start)) || CODE_BEHIND.test(text.slice(end)))
    return false;
  return wordClass({ ...word, text: lower }) === 'specific';
}
