import { stemWord } from '../text/word-tokens.ts';

/** Words of an index, for comparison with typed words. */
export interface IndexWords {
  /** Number of passages, estimated from the most frequent token. */
  readonly passages: number;
  /** Tokens, each with the number of passages that contain it. */
  readonly terms: ReadonlyMap<string, number>;
  /** Tokens of letters only that begin with this letter. */
  beginning(initial: string): readonly string[];
  /** Letters used in the index from the same Unicode block as `letter`. */
  alphabet(letter: string): readonly string[];
  /** For the rarest three-letter sequence of a word, the number of index words that contain it. 0 means hardly a word of the index's language. */
  wordsSpeltAlike(word: string): number;
}

const LETTERS = /^[\p{L}\p{M}]+$/u;
/** Size in code points of the blocks into which letters are grouped. Alphabets occupy separate Unicode blocks. */
const BLOCK = 256;
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
interface Sorted {
  readonly initials: Map<string, string[]>;
  readonly alphabets: Map<number, Set<string>>;
  /** Number of words with each three-letter sequence; a space before the first letter counts too. */
  readonly sequences: Map<string, number>;
}

/** `terms` are the tokens of the index with their passage counts. Builds its lists only when they are first needed. */
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
