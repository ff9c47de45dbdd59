import { distanceToBeginning, editDistance } from '../question/edit-distance.ts';
import { indexWords } from '../question/index-words.ts';
import { ENDINGS } from '../question/likely-words.ts';
import { slipsBehind } from '../question/slips.ts';
import { cutWords } from '../question/cut-words.ts';
import { stemWord } from '../text/word-tokens.ts';

/** Tokens of an index with the lookups that a search box needs. */
export interface WordList {
  /** Number of passages with the token; 0 if the index does not have it. */
  passages(token: string): number;
  /** Tokens that begin with `typed`, and stems of which it may be a longer form; most frequent first. */
  begunWith(typed: string): readonly string[];
  /** Tokens one slip away from `typed`, or two if it is long; most frequent first. With `isUnfinished`, compares only the beginning of the token. */
  near(typed: string, isUnfinished: boolean): readonly string[];
  /** The two tokens of a word that pages write as two: those of "dark mode" for `darkmode`; else empty. */
  apart(typed: string): readonly string[];
}

const SHORTEST_STEM = 4;
const SHORTEST_OF_ONE_SLIP = 4;
const LONGEST_OF_SLIPS = 40;
const SHORTEST_OF_TWO_SLIPS = 8;
const LETTERS = /^[\p{L}\p{M}]+$/u;

export function wordList(terms: ReadonlyMap<string, number>): WordList {
  const sorted = [...terms.keys()].sort();
  const words = indexWords(terms);
  const passages = (token: string): number => terms.get(token) ?? 0;
  const frequentFirst = (tokens: Iterable<string>): string[] =>
    [...new Set(tokens)].sort((a, b) => passages(b) - passages(a) || (a < b ? -1 : 1));

  /** Stemming removes endings, so a partly typed word may be longer than its token. */
  function stemsOf(typed: string): readonly string[] {
    const lengths = Array.from({ length: Math.max(0, typed.length - SHORTEST_STEM) }, (_, i) => SHORTEST_STEM + i);
    return lengths.flatMap((length) => {
      const stem = typed.slice(0, length);
      const rest = typed.slice(length);
      return terms.has(stem) && ENDINGS.some((ending) => ending.startsWith(rest)) ? [stem] : [];
    });
  }

  function* oneSlip(typed: string): Generator<string> {
    for (const { word } of slipsBehind(typed, words.alphabet(typed[0]!))) {
      const token = LETTERS.test(word) ? stemWord(word) : word;
      if (terms.has(token)) yield token;
    }
  }

  function* withinSlips(typed: string, most: number, isUnfinished: boolean): Generator<string> {
    const stem = stemWord(typed);
    for (let at = firstFrom(sorted, typed[0]!); at < sorted.length && sorted[at]![0] === typed[0]; at++) {
      const token = sorted[at]!;
      const isTooLong = !isUnfinished && token.length > typed.length + most;
      if (isTooLong || token.length + most < stem.length) continue;
      const slips = isUnfinished ? distanceToBeginning(typed, token, most) : editDistance(stem, token, most);
      if (slips <= most) yield token;
    }
  }

  return {
    passages,
    apart: (typed) => cutWords(typed, words)[0]?.tokens ?? [],
    begunWith(typed) {
      const found: string[] = [];
      for (let at = firstFrom(sorted, typed); at < sorted.length && sorted[at]!.startsWith(typed); at++) {
        found.push(sorted[at]!);
      }
      return frequentFirst([...found, ...stemsOf(typed)]);
    },
    near(typed, isUnfinished) {
      if (typed.length < SHORTEST_OF_ONE_SLIP || typed.length > LONGEST_OF_SLIPS) return [];
      const one = [...oneSlip(typed), ...(isUnfinished ? withinSlips(typed, 1, true) : [])];
      const isLong = typed.length >= SHORTEST_OF_TWO_SLIPS;
      return frequentFirst(one.length > 0 || !isLong ? one : withinSlips(typed, 2, isUnfinished));
    },
  };
}

/** Index of the first word that is not before `word` in sort order. */
function firstFrom(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
