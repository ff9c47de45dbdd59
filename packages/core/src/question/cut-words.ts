import { wordTokens } from '../text/word-tokens.ts';
import type { IndexWords } from './index-words.ts';

const SHORTEST_PART = 2;
const MOST_CUTS = 2;

/** A word cut into two words of the index. */
export interface Cut {
  readonly first: string;
  readonly last: string;
  /** The tokens of both. */
  readonly tokens: readonly string[];
}

/** Cuts a word into two words of the index in every way, the most frequent first. The parts have at least two letters. */
export function cutWords(typed: string, { terms }: Pick<IndexWords, 'terms'>): readonly Cut[] {
  const cuts = Array.from({ length: Math.max(0, typed.length - 2 * SHORTEST_PART + 1) }, (_, at) => {
    const [first, last] = [typed.slice(0, at + SHORTEST_PART), typed.slice(at + SHORTEST_PART)];
    const tokens = [first, last].flatMap(wordTokens);
    return { first, last, tokens, passages: Math.min(...tokens.map((token) => terms.get(token) ?? 0)) };
  });
  return cuts
    .filter(({ tokens, passages }) => tokens.length === 2 && passages > 0)
    .sort((a, b) => b.passages - a.passages)
    .slice(0, MOST_CUTS);
}
