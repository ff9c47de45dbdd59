/**
 * Search tokens, the same for titles, headings, bodies and questions.
 *
 * A word is a run of letters and digits, with underscores inside it. It is emitted in lower case; when it is letters only, in American
 * spelling and stemmed by Porter's algorithm, or without its endings if it is Cyrillic; stop words are dropped. A word that mixes cases,
 * digits or underscores also gives its parts (`maxRetryCount` → `maxretrycount max retri count`, `utf8` → `utf8 utf 8`).
 *
 * Beyond words: dotted names (`node.fs`, `v1.2.3`, `.env`), a letter with a word of grammar (`v-if`) and flags (`--dry-run`, `-rf`) are
 * emitted whole in addition to their words; a verb with a particle also gives the noun that is one word (`set up` → `setup set`), and a word
 * with a number the name that is one word (`UTF-8` → `utf8 utf 8`); `c++`, `c#` and `f#` take the place of their letter; scripts without spaces (Han, hiragana, Hangul, Thai and its neighbours) give overlapping
 * pairs of characters, or the single character; a word of katakana is emitted whole. Runs of more than 128 characters give nothing.
 *
 * Any change to what comes out needs a new `TOKENIZER_ID`, because indexes hold tokens.
 */
import { foldText } from './fold-text.ts';
import { scanTokens } from './scan-tokens.ts';

export const TOKENIZER_ID = 'words@6';

/** Returns the tokens in order of appearance, with repeats. */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  scanTokens(foldText(text, false).text, (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** A token and its UTF-16 range in the text; the parts of a word all have the range of the word. */
export interface TokenSpan {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

/** The same tokens as `tokenize`, each with its place; ordered by `start`. */
export function tokenizeSpans(text: string): TokenSpan[] {
  const { text: folded, offsets } = foldText(text, true);
  const spans: TokenSpan[] = [];
  scanTokens(folded, (token, start, end) => {
    if (offsets === undefined) spans.push({ token, start, end });
    else spans.push({ token, start: offsets[start]!, end: originalEnd(offsets, start, end) });
  });
  return spans;
}

/** Distinct tokens. */
export function contentTokens(text: string): Set<string> {
  return new Set(tokenize(text));
}

/** The distinct tokens of a list and how often each occurs, as stores search for them. */
export function countTerms(tokens: readonly string[]): { term: string; count: number }[] {
  return [...countEach(tokens)].map(([term, count]) => ({ term, count }));
}

/** How often each token of the list occurs, in order of first use. */
export function countEach(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** One original character may give several folded ones, so the end is where the original moves on. */
function originalEnd(offsets: readonly number[], start: number, end: number): number {
  let at = end;
  while (at < offsets.length - 1 && offsets[at]! <= offsets[end - 1]!) at += 1;
  return Math.max(offsets[at]!, offsets[start]! + 1);
}
