import { foldText } from '../text/fold-text.ts';
import { tokenizeSpans } from '../text/tokenize.ts';
import type { WordList } from './word-list.ts';

/** One typed word and what of the index it may stand for. */
export interface TypedWord {
  readonly text: string;
  /** Tokens to search, and how near each is to what was typed: 1 the word itself, less for its parts, for longer words and for slips. */
  readonly tokens: ReadonlyMap<string, number>;
  /** What any longer token may begin with, too many to search them all; `''` for a finished word. */
  readonly beginning: string;
  /** The index has neither the word nor one that begins with it. */
  readonly isCorrected: boolean;
}

const MOST_WORDS = 12;
/** Longer words for one beginning, and other spellings of one word. */
const MOST_LONGER = 12;
const MOST_NEAR = 6;
const SHORTEST_SEARCHED = 3;
/** Of a word that is longer than what was typed, and what the share that was typed adds. */
const LONGER = 0.65;
const SHARE_TYPED = 0.3;
const NEAR = 0.75;
const PART = 0.5;
const UNFINISHED = /(?<![\p{L}\p{M}\p{N}_.])[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.]*$/u;

/** A run of the typed text with the tokens that it has as it stands; the first is the longest. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
}

/** The words of a search box in order, at most 12, but for words of grammar. The last one is unfinished unless something follows it. */
export function readTyped(text: string, list: WordList | undefined): readonly TypedWord[] {
  const runs = runsOf(text, list).slice(0, MOST_WORDS);
  const unfinished = UNFINISHED.exec(text)?.index;
  const words = runs.map(({ start, end, tokens }) => {
    return meaningOf(text.slice(start, end), tokens, end === text.length, list, runs.length === 1);
  });
  // "in" may be the beginning of "index".
  const isGrammar = unfinished !== undefined && runs.every(({ end }) => end <= unfinished);
  return isGrammar ? [...words, meaningOf(text.slice(unfinished), [], true, list, runs.length === 0)] : words;
}

function runsOf(text: string, list: WordList | undefined): readonly Run[] {
  const runs: (Run & { readonly tokens: string[] })[] = [];
  for (const { token, start, end } of tokenizeSpans(text)) {
    const last = runs.at(-1);
    const isName = end - start > 1 && token.includes('.');
    // A dotted name stands for itself where the index has it, and for its words where it has not.
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
  // Beside other words, what a known word or a few letters may be the beginning of is found by those.
  if (isUnfinished && (isAlone || (tokens.size === 0 && typed.length >= SHORTEST_SEARCHED))) {
    add(list?.begunWith(typed).slice(0, MOST_LONGER) ?? [], (token) => longerBy(typed, token));
  }
  if (tokens.size > 0 || own === undefined || list === undefined)
    return { text, tokens, beginning, isCorrected: false };
  add(list.near(typed, isUnfinished).slice(0, MOST_NEAR), () => NEAR);
  const isCorrected = tokens.size > 0;
  if (!isCorrected)
    add(
      parts.filter((part) => list.passages(part) > 0),
      () => PART,
    );
  return { text, tokens, beginning, isCorrected };
}

/** How near a token is to the word; 0 where it has nothing to do with it. */
export function nearnessOf({ tokens, beginning }: TypedWord, token: string): number {
  const known = tokens.get(token);
  if (known !== undefined) return known;
  return beginning !== '' && token.startsWith(beginning) ? longerBy(beginning, token) : 0;
}

function longerBy(typed: string, token: string): number {
  return LONGER + SHARE_TYPED * Math.min(1, typed.length / token.length);
}
