import { distanceToBeginning, editDistance } from '../question/edit-distance.ts';
import { indexWords } from '../question/index-words.ts';
import { ENDINGS } from '../question/likely-words.ts';
import { slipsBehind } from '../question/slips.ts';
import { cutWords } from '../question/cut-words.ts';
import { stemWord } from '../text/word-tokens.ts';
import { isMeant } from '../question/question-tokens.ts';
import { foldText } from '../text/fold-text.ts';
import { tokenizeSpans } from '../text/tokenize.ts';

/** One typed word and the index tokens that it may match. */
export interface TypedWord {
  readonly text: string;
  /** Tokens to search, each with its nearness to the typed word: 1 for the word itself, less for its parts, longer words and spelling slips. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Prefix that matches any longer token, because there are too many to search them all; `''` for a finished word. */
  readonly beginning: string;
  /** True if the index has neither the word nor one that begins with it, but has one with a similar spelling. */
  readonly isCorrected: boolean;
  /** The two words that the index may have for it; else empty. */
  readonly apart: readonly string[];
}

const MOST_WORDS = 12;
/** Most longer words for one prefix (`MOST_LONGER`), and most other spellings of one word (`MOST_NEAR`). */
const MOST_LONGER = 12;
const MOST_NEAR = 6;
const SHORTEST_SEARCHED = 3;
/** Nearness of a longer word: `LONGER`, plus up to `SHARE_TYPED` by the share of the word that was typed. */
const LONGER = 0.65;
const SHARE_TYPED = 0.3;
const NEAR = 0.75;
const PART = 0.5;
const UNFINISHED = /(?<![\p{L}\p{M}\p{N}_.])[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.]*$/u;

/** A range of the typed text with its tokens; the first token is the longest. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
}

/** Returns the words of a search box in order, at most 12, without words of grammar. The last word is unfinished unless something follows it. */
export function readTyped(text: string, list: WordList | undefined): readonly TypedWord[] {
  const runs = runsOf(text, list).slice(0, MOST_WORDS);
  const unfinished = UNFINISHED.exec(text)?.index;
  const words = runs.map(({ start, end, tokens }) => {
    return meaningOf(text.slice(start, end), tokens, end === text.length, list, runs.length === 1);
  });
  // A word of grammar at the end may be unfinished: "in" may be the beginning of "index".
  const isGrammar = unfinished !== undefined && runs.every(({ end }) => end <= unfinished);
  return isGrammar ? [...words, meaningOf(text.slice(unfinished), [], true, list, runs.length === 0)] : words;
}

function runsOf(text: string, list: WordList | undefined): readonly Run[] {
  const runs: (Run & { readonly tokens: string[] })[] = [];
  for (const span of tokenizeSpans(text)) {
    const { token, start, end } = span;
    const last = runs.at(-1);
    // "Logged in production" has no "login", and "mock up" is "mock" where the index has no "mockup".
    if (!isMeant(text, span) || (/\s/u.test(text.slice(start, end)) && list?.passages(token) === 0)) continue;
    const isName = end - start > 1 && token.includes('.');
    // Search a dotted name as one token if the index has it; otherwise search its parts.
    if (isName && end < text.length && list?.passages(token) === 0) continue;
    if (last?.start === start) last.tokens.push(token);
    else if (last === undefined || start >= last.end) runs.push({ start, end, tokens: [token] });
  }
  return runs;
}

function meaningOf(
  text: string,
  [own, ...parts]: readonly string[],
  isUnfinished: boolean,
  list: WordList | undefined,
  isAlone: boolean,
): TypedWord {
  const tokens = new Map<string, number>();
  const add = (found: readonly string[], nearness: (token: string) => number): void => {
    for (const token of found) if (!tokens.has(token)) tokens.set(token, nearness(token));
  };
  const typed = foldText(text, false).text.toLowerCase();
  const beginning = isUnfinished ? typed : '';
  if (own !== undefined && (list?.passages(own) ?? 1) > 0) add([own], () => 1);
  // If other words were typed, they narrow the search, so a known word or a very short one is not extended.
  if (isUnfinished && (isAlone || (tokens.size === 0 && typed.length >= SHORTEST_SEARCHED))) {
    add(list?.begunWith(typed).slice(0, MOST_LONGER) ?? [], (token) => longerBy(typed, token));
  }
  if (tokens.size > 0 || own === undefined || list === undefined)
    return { text, tokens, beginning, isCorrected: false, apart: [] };
  add(list.near(typed, isUnfinished).slice(0, MOST_NEAR), () => NEAR);
  const isCorrected = tokens.size > 0;
  const apart = isCorrected || parts.length > 0 ? [] : list.apart(typed);
  if (!isCorrected) {
    add(apart, () => NEAR);
    add(
      parts.filter((part) => list.passages(part) > 0),
      () => PART,
    );
  }
  return { text, tokens, beginning, isCorrected, apart };
}

/** Returns how near a token is to the word, 0 if it does not match. */
export function nearnessOf({ tokens, beginning }: TypedWord, token: string): number {
  const known = tokens.get(token);
  if (known !== undefined) return known;
  return beginning !== '' && token.startsWith(beginning) ? longerBy(beginning, token) : 0;
}

function longerBy(typed: string, token: string): number {
  return LONGER + SHARE_TYPED * Math.min(1, typed.length / token.length);
}

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
