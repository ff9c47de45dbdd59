import { stemWord } from '../text/word-tokens.ts';

/** The words of an index as far as typed words are compared with them. */
export interface IndexWords {
  /** Passages in the whole index. */
  readonly passages: number;
  /** Tokens, and in how many passages each stands. */
  readonly terms: ReadonlyMap<string, number>;
  /** Tokens of letters alone that begin with a letter. */
  beginning(initial: string): readonly string[];
  /** Letters that the words are made of, of the alphabet that `letter` is of. */
  alphabet(letter: string): readonly string[];
  /** In how many words of the index the rarest three letters of a word follow each other: 0 for what is hardly a word of its language. */
  wordsSpeltAlike(word: string): number;
}

const LETTERS = /^[\p{L}\p{M}]+$/u;
/** Alphabets stand in Unicode in blocks of so many. */
const BLOCK = 256;
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
interface Sorted {
  readonly initials: Map<string, string[]>;
  readonly alphabets: Map<number, Set<string>>;
  /** In how many words three letters follow each other; a space stands before the first. */
  readonly sequences: Map<string, number>;
}

/** `terms` are the tokens of the index; nothing is worked out before the first word that it does not have. */
export function indexWords(terms: ReadonlyMap<string, number>): IndexWords {
  let made: Sorted | undefined;
  const sorted = (): Sorted => (made ??= sort(terms));
  let passages = 0;
  for (const count of terms.values()) if (count > passages) passages = count;
  return {
    passages,
    terms,
    beginning: (initial) => sorted().initials.get(initial) ?? [],
    alphabet: (letter) => [...(sorted().alphabets.get(blockOf(letter)) ?? [])],
    wordsSpeltAlike: (word) => Math.min(...sequencesOf(stemWord(word)).map((own) => sorted().sequences.get(own) ?? 0)),
  };
}

function sort(terms: ReadonlyMap<string, number>): Sorted {
  const initials = new Map<string, string[]>();
  const alphabets = new Map([[blockOf('a'), new Set(LATIN)]]);
  const sequences = new Map<string, number>();
  for (const [term, passages] of terms) {
    if (!LETTERS.test(term)) continue;
    listed(initials, term[0]!).push(term);
    for (const letter of term) {
      const block = blockOf(letter);
      const known = alphabets.get(block);
      if (known === undefined) alphabets.set(block, new Set([letter]));
      else known.add(letter);
    }
    if (passages > 1) for (const own of sequencesOf(term)) sequences.set(own, (sequences.get(own) ?? 0) + 1);
  }
  return { initials, alphabets, sequences };
}

function listed(lists: Map<string, string[]>, key: string): string[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: string[] = [];
  lists.set(key, list);
  return list;
}

function sequencesOf(word: string): string[] {
  const spaced = ` ${word}`;
  return Array.from({ length: Math.max(0, spaced.length - 2) }, (_, at) => spaced.slice(at, at + 3));
}

function blockOf(letter: string): number {
  return Math.floor(letter.codePointAt(0)! / BLOCK);
}
