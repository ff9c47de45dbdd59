import { tokenize } from '../text/tokenize.ts';
import { COMMON_WORDS, LIGHT_WORDS, baseForm, synonymGroups } from './vocabulary.ts';
import { type Word, readWords } from './words.ts';

/** A sentence, row or code line of evidence, read once. */
export interface EvidenceSentence {
  readonly words: readonly Word[];
  /** The words that carry meaning, in order. */
  readonly content: readonly Word[];
}

/** Where a key stands: sentence, and position among its content words. */
export interface Occurrence {
  readonly sentence: number;
  readonly position: number;
}

/** Sentences with what finds a word in them. */
export interface Evidence {
  readonly sentences: readonly EvidenceSentence[];
  /** Where a key stands, in order. */
  places(key: string): readonly Occurrence[];
  /** Keys that begin with the same letters, `FAMILY` of them. */
  family(letters: string): readonly string[];
  /** Keys in a synonym group. */
  group(number: number): readonly string[];
  /** Whether a capital at the start of a sentence may be that of a name: the key stands nowhere without one, or somewhere as a name. */
  mayBeName(key: string): boolean;
}

/** Letters that words of one family share at least. */
export const FAMILY = 5;
/** Places kept of one key; a word that stands everywhere tells nothing. */
const MOST_PLACES = 200;

export function isContent(word: Word): boolean {
  return word.kind !== 'small' && word.kind !== 'negator';
}

/** Key of two words written as one: `file name` and `filename`. */
export function joinedKey(first: Word, second: Word): string {
  return baseForm(first.lower + second.lower);
}

function isShort({ kind, lower }: Word): boolean {
  return kind === 'plain' && lower.length <= 12;
}

/** Reads sentences for comparison; time and space grow with the text. */
export function readEvidence(texts: readonly string[]): Evidence {
  const sentences = texts.map((text): EvidenceSentence => {
    const words = readWords(text);
    return { words, content: words.filter(isContent) };
  });
  const places = new Map<string, Occurrence[]>();
  const put = (key: string, sentence: number, position: number): void => {
    const known = places.get(key);
    if (known === undefined) places.set(key, [{ sentence, position }]);
    else if (known.length < MOST_PLACES) known.push({ sentence, position });
  };
  const names = new Set<string>();
  const plain = new Set<string>();
  for (const [sentence, { content }] of sentences.entries()) {
    for (const [position, word] of content.entries()) {
      if (word.kind === 'name') names.add(word.key);
      else if (word.kind === 'plain' && !word.opens) plain.add(word.key);
      put(word.key, sentence, position);
      for (const alias of word.aliases) put(alias, sentence, position);
      const before = content[position - 1];
      if (before !== undefined && isShort(before) && isShort(word)) put(joinedKey(before, word), sentence, position);
    }
  }
  const families = new Map<string, string[]>();
  const groups = new Map<number, string[]>();
  for (const key of places.keys()) {
    if (key.length >= FAMILY && key[0] !== '#') append(families, key.slice(0, FAMILY), key);
    for (const group of synonymGroups(key)) append(groups, group, key);
  }
  return {
    sentences,
    places: (key) => places.get(key) ?? [],
    family: (letters) => families.get(letters) ?? [],
    group: (number) => groups.get(number) ?? [],
    mayBeName: (key) => names.has(key) || !plain.has(key),
  };
}

/** Several pieces of evidence as one; sentences are counted through. */
export function joinEvidence(parts: readonly Evidence[]): Evidence {
  if (parts.length === 1) return parts[0]!;
  const starts: number[] = [];
  let count = 0;
  for (const { sentences } of parts) {
    starts.push(count);
    count += sentences.length;
  }
  return {
    sentences: parts.flatMap(({ sentences }) => sentences),
    places: (key) =>
      parts.flatMap((part, index) =>
        part.places(key).map(({ sentence, position }) => ({ sentence: sentence + starts[index]!, position })),
      ),
    family: (letters) => [...new Set(parts.flatMap((part) => part.family(letters)))],
    group: (number) => [...new Set(parts.flatMap((part) => part.group(number)))],
    mayBeName: (key) => parts.every((part) => part.mayBeName(key)),
  };
}

function append<Key>(lists: Map<Key, string[]>, key: Key, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const LIGHT = new Set([...LIGHT_WORDS].map(baseForm));
const COMMON = new Set([...COMMON_WORDS].map(baseForm));

/** How much of a claim a word is: `light` next to nothing, `common` something that others could say too, `heavy` the rest. */
export function wordClass(word: Word): 'light' | 'common' | 'heavy' {
  if (word.kind !== 'plain') return 'heavy';
  return LIGHT.has(word.key) ? 'light' : COMMON.has(word.key) ? 'common' : 'heavy';
}

/** Weight of a content word in coverage. */
export function weighWord(word: Word): number {
  if (word.kind !== 'plain') return 1.5;
  return LIGHT.has(word.key) ? 0.5 : 1;
}

/** Weights that also go by how rare a word is beside the others of the claim: half of it at least, one and a half at most. */
export function weighByRarity(claim: readonly Word[], rarity: (token: string) => number): (word: Word) => number {
  const rarityOf = (word: Word): number => Math.max(0, ...tokenize(word.text).map(rarity));
  const content = claim.filter(isContent);
  const mean = content.reduce((sum, word) => sum + rarityOf(word), 0) / Math.max(1, content.length);
  if (mean === 0) return weighWord;
  return (word) => weighWord(word) * Math.min(1.5, 0.5 + (0.5 * rarityOf(word)) / mean);
}
