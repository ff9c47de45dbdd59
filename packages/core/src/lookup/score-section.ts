import { readChunk } from '../chunk/read-chunk.ts';
import type { Chunk } from '../types/chunk.ts';
import { nearnessOf, type TypedWord } from './read-typed.ts';

/** Weights by place of a match: in the heading (or the page title at the page's top), elsewhere in the heading path, in the text. */
const IN_HEADING = 1;
const IN_PATH = 0.6;
const IN_TEXT = 0.45;
/** Bonus for a heading or title similar to the typed words; full if it has exactly these words. */
const SAME = 0.8;
/** Bonus for a section that has all words. */
const ALL = 0.3;
/** Bonus for the top of a page whose title has some of the words. */
const PAGE = 0.15;

/**
 * Scores how well a section matches the typed words, 0 to about 2.3: the weighted share of words that it has, each counted at its best
 * place, plus bonuses. `weights[i]` belongs to `words[i]`.
 */
export function scoreSection(chunk: Chunk, words: readonly TypedWord[], weights: readonly number[]): number {
  const { heading, title } = readChunk(chunk);
  // The first passage stands for its page, also where that has no text before its first heading.
  const asPage = chunk.indexInPage === 0 ? scoreAs(title, chunk, words, weights, PAGE) : 0;
  return Math.max(asPage, scoreAs(heading, chunk, words, weights));
}

function scoreAs(
  name: ReadonlySet<string>,
  chunk: Chunk,
  words: readonly TypedWord[],
  weights: readonly number[],
  bonus = 0,
): number {
  const { body, path } = readChunk(chunk);
  let total = 0;
  let found = 0;
  let named = 0;
  let held = 0;
  for (const [at, word] of words.entries()) {
    if (word.tokens.size === 0 && word.beginning === '') continue;
    const inName = nearest(word, name);
    const elsewhere = Math.max(IN_PATH * nearest(word, path), IN_TEXT * nearest(word, body));
    total += weights[at]!;
    found += weights[at]! * Math.max(IN_HEADING * inName, elsewhere);
    named += weights[at]! * inName;
    if (inName > 0 || elsewhere > 0) held += weights[at]!;
  }
  if (total === 0) return 0;
  const asked = shareOf(name, words);
  const share = named / total;
  const same = asked + share === 0 ? 0 : (2 * asked * share) / (asked + share);
  return found / total + SAME * same + (held === total ? ALL : 0) + bonus * share;
}

function nearest(word: TypedWord, field: ReadonlySet<string>): number {
  let best = 0;
  for (const token of word.tokens.keys()) if (field.has(token)) best = Math.max(best, word.tokens.get(token)!);
  if (best === 1 || word.beginning === '') return best;
  for (const token of field) if (token.startsWith(word.beginning)) best = Math.max(best, nearnessOf(word, token));
  return best;
}

/** Share of a name's tokens that were typed. */
function shareOf(name: ReadonlySet<string>, words: readonly TypedWord[]): number {
  let typed = 0;
  for (const token of name) typed += Math.max(0, ...words.map((word) => nearnessOf(word, token)));
  return name.size === 0 ? 0 : typed / name.size;
}
