import { stemWord, STOP_WORDS, wordTokens } from '../text/word-tokens.ts';
import { distanceToBeginning, editDistance } from './edit-distance.ts';
import type { IndexWords } from './index-words.ts';
import { sameWords } from './same-words.ts';
import { areNeighbours, type Slip, slipsBehind } from './slips.ts';

/** A word that may be meant by a typed word: a word of grammar, or a word with a token of the index. */
export interface Likely {
  /** `''` for words of grammar, which an index does not contain. */
  readonly token: string;
  /** A word that has the token; pages may use other forms of it. */
  readonly word: string;
  /** Largest number of slips between the typed text and the word; 0: another word for it; `beginning`: the typed text is the beginning of the word. */
  readonly slips: 0 | 1 | 2 | 'beginning';
}

/** Minimum lengths, because shorter words are similar to too many others. */
const SHORTEST_OF_TWO_SLIPS = 8;
const SHORTEST_BEGINNING = 5;
const SHORTEST_ODD = 6;
/** A letter sequence in fewer words than this may be a typing error in the index itself. */
const FEWEST_ALIKE = 2;
const MOST_LIKELY = 3;
/** For each kind of slip, how many times `TIMES_AS_FREQUENT` a word must be more frequent to outrank one from a usual slip (as an exponent). */
const RARER = { usual: 0, missing: 1, extra: 1, replaced: 1, odd: 2 } as const;
const TIMES_AS_FREQUENT = 8;

interface Candidate extends Likely {
  readonly score: number;
}

/**
 * Yields what may be meant by `typed`, a folded lower-case word of letters that is not in the index, most likely first: words that are used for it, then words that it may be a slip for. A word that looks like one of the index's language is corrected less readily than
 * one with unknown letter sequences: only for a usual slip or if it is long.
 */
export function* likelyWords(
  typed: string,
  words: IndexWords,
  at: { readonly isLast: boolean; readonly isName: boolean },
): Generator<Likely> {
  if (!at.isName) yield* sameWords(typed, words);
  const alike = words.wordsSpeltAlike(typed);
  yield* best(oneSlip(typed, words, alike, at.isName));
  if (at.isLast && typed.length >= SHORTEST_BEGINNING) yield* best(begunWith(typed, words));
  if (typed.length >= SHORTEST_OF_TWO_SLIPS && alike === 0 && !isFormOfKnown(typed, words))
    yield* best(twoSlips(typed, words));
}

/** True for "reachable" where the index has "reach": another form, not a slip for "readable". */
function isFormOfKnown(typed: string, { terms }: IndexWords): boolean {
  return ENDINGS.some((ending) => {
    const base = typed.slice(0, typed.length - ending.length);
    return (
      ending.length >= 2 && typed.endsWith(ending) && base.length >= SHORTEST_BEGINNING && terms.has(stemWord(base))
    );
  });
}

function best(candidates: Iterable<Candidate>): readonly Candidate[] {
  const byToken = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const known = byToken.get(candidate.token);
    if (known === undefined || candidate.score > known.score) byToken.set(candidate.token, candidate);
  }
  return [...byToken.values()].sort((a, b) => b.score - a.score).slice(0, MOST_LIKELY);
}

function* oneSlip(typed: string, words: IndexWords, alike: number, isName: boolean): Generator<Candidate> {
  const isPlausible = alike >= (typed.length < SHORTEST_ODD ? 1 : FEWEST_ALIKE);
  for (const slip of slipsBehind(typed, words.alphabet(typed[0]!))) {
    const { word, kind } = slip;
    const isGrammar = STOP_WORDS.has(word) && word.length >= 3;
    const token = isGrammar ? '' : tokenOf(word, words);
    if (token === undefined) continue;
    if (slip.kind !== 'usual' && differsAtEnd(typed, token, alike === 0)) continue;
    const passages = words.terms.get(token) ?? words.passages;
    if (passages < fewestPassages(typed.length, slip, words.passages, isPlausible, isName)) continue;
    const score = Math.log(passages) - RARER[kind] * Math.log(TIMES_AS_FREQUENT);
    yield { token, word, slips: 1, score };
  }
}

/**
 * True for "multiple" and the token of "multiply", and for "systemd" and "system": such words are others, not slips. A word that looks like none
 * of the index's language, or ends with a letter next to the one before on the keyboard, may be one: "webhooj", "dockert".
 */
function differsAtEnd(typed: string, token: string, isStrange: boolean): boolean {
  if (!typed.startsWith(token.slice(0, -1))) return false;
  if (typed.length === token.length) return !isStrange;
  return typed.length === token.length + 1 && !areNeighbours(typed.at(-1)!, typed.at(-2)!);
}

type Fewest = number | 'often' | 'everywhere' | 'never';

/**
 * Passages that a word needs to be suggested, by kind of slip and by length of the typed text, from 3 to 8 letters and more. Shorter words are
 * one slip away from more words, so they need more.
 */
const FEWEST: Readonly<Record<'plausible' | 'strange', Readonly<Record<Slip['kind'], readonly Fewest[]>>>> = {
  plausible: {
    usual: ['everywhere', 'often', 'often', 'often', 1, 1],
    missing: ['never', 'everywhere', 'never', 'often', 2, 2],
    extra: ['never', 'never', 'never', 'often', 2, 2],
    replaced: ['never', 'never', 'never', 'never', 'never', 2],
    odd: ['never', 'never', 'never', 'never', 'never', 'never'],
  },
  strange: {
    usual: ['everywhere', 'often', 1, 1, 1, 1],
    missing: ['never', 'everywhere', 'often', 1, 1, 1],
    extra: ['never', 'never', 'often', 1, 1, 1],
    replaced: ['never', 'never', 'often', 1, 1, 1],
    odd: ['never', 'never', 'never', 2, 2, 2],
  },
};

function fewestPassages(
  length: number,
  { kind, fromEnd }: Slip,
  passages: number,
  isPlausible: boolean,
  isName: boolean,
): number {
  // Names are easily taken for slips, and may be on no page.
  const isShortName = isName && length < 6;
  const isNoSlip = isName && (kind === 'odd' || length < 4 || (isShortName && kind !== 'usual'));
  // Endings differ between forms of a word and between related words.
  const isEnding = isPlausible && length > 4 && length < 9 && fromEnd <= 1 && kind !== 'usual';
  const byLength = FEWEST[isPlausible || isShortName ? 'plausible' : 'strange'][kind];
  const fewest = isNoSlip || isEnding ? 'never' : byLength[Math.min(Math.max(length, 3), 8) - 3]!;
  if (fewest === 'never') return Infinity;
  if (fewest === 'everywhere') return passages;
  return fewest === 'often' ? Math.max(5, passages / 50) : fewest;
}

function* twoSlips(typed: string, words: IndexWords): Generator<Candidate> {
  for (const term of words.beginning(typed[0]!)) {
    const passages = words.terms.get(term)!;
    // Compare without the token's last letter, because it may differ between forms of the word.
    const isShort = term.length + LONGEST_ENDING + 2 < typed.length;
    if (
      passages < 2 ||
      isShort ||
      term.length > typed.length + 2 ||
      distanceToBeginning(term.slice(0, -1), typed, 2) > 2
    )
      continue;
    const word = formsOf(term).find((form) => editDistance(form, typed, 2) <= 2 && stemWord(form) === term);
    if (word !== undefined) yield { token: term, word, slips: 2, score: Math.log(passages) };
  }
}

/** Endings that stemming removes or changes. Adding one to a token gives a word again. */
export const ENDINGS: readonly string[] =
  ` e s es ed d r rs er ers or ors ing ings y ies ion ions ation ations ate ates ated ating ator able ible al als ally ly
ment ments ive ity ness ence ance ent ant ency ize izes ized izing izer ization ise ised ising isation`.split(/\s/u);

const LONGEST_ENDING = Math.max(...ENDINGS.map(({ length }) => length));

/** Possible words whose token is `term`. */
function formsOf(term: string): readonly string[] {
  const bases = term.endsWith('i') ? [term, `${term.slice(0, -1)}y`] : [term, term + term.at(-1)!];
  return bases.flatMap((base) => ENDINGS.map((ending) => base + ending));
}

function* begunWith(typed: string, words: IndexWords): Generator<Candidate> {
  const fewest = typed.length < 6 ? Math.max(5, words.passages / 50) : 2;
  for (const term of words.beginning(typed[0]!)) {
    if (term.length < typed.length || !term.startsWith(typed)) continue;
    const passages = words.terms.get(term)!;
    if (passages >= fewest) yield { token: term, word: term, slips: 'beginning', score: Math.log(passages) };
  }
}

/** Returns the word's token if the index has it, otherwise `undefined`. */
function tokenOf(word: string, { terms }: Pick<IndexWords, 'terms'>): string | undefined {
  return wordTokens(word).find((token) => terms.has(token));
}
