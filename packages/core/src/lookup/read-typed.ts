import { isMeant } from '../question/question-tokens.ts';
import { foldText } from '../text/fold-text.ts';
import { tokenizeSpans } from '../text/tokenize.ts';
import type { WordList } from './word-list.ts';

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
