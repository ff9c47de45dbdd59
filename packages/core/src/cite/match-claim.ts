import { type Evidence, FAMILY, type Occurrence, isContent, joinedKey } from './evidence.ts';
import { synonymGroups } from './vocabulary.ts';
import type { Word } from './words.ts';

/** A word of a claim with where the evidence has it. */
export interface ClaimWord {
  readonly word: Word;
  /** How well each sentence holds it, 0 to 1; sentences that do not are absent. */
  readonly held: ReadonlyMap<number, number>;
  readonly places: readonly Occurrence[];
  /** Highest of `held`; 0 when no sentence holds it. */
  readonly best: number;
}

/** Credit for a word that means the same, and for one of the same family (`visual`, `visualize`). */
const SYNONYM = 0.9;
const RELATIVE = 0.8;
/** Relatives share this part of the longer word; those of names less (`Scotland`, `Scottish`). */
const SHARED: Readonly<Partial<Record<Word['kind'], number>>> = { plain: 0.7, name: 0.6 };

/** The content words of a claim, each looked up in the evidence. */
export function matchClaim(claim: readonly Word[], evidence: Evidence): ClaimWord[] {
  const content = claim.filter(isContent);
  return content.map((word, index) => {
    const held = new Map<number, number>();
    const places: Occurrence[] = [];
    for (const [key, credit] of keysFor(word, content[index - 1], content[index + 1], evidence)) {
      for (const place of evidence.places(key)) {
        if ((held.get(place.sentence) ?? 0) < credit) held.set(place.sentence, credit);
        places.push(place);
      }
    }
    return { word, held, places, best: Math.max(0, ...held.values()) };
  });
}

/** Keys of the evidence that count as the word, with their credit. */
function keysFor(
  word: Word,
  before: Word | undefined,
  after: Word | undefined,
  evidence: Evidence,
): [string, number][] {
  const keys: [string, number][] = [word.key, ...word.aliases].map((key) => [key, 1]);
  if (word.kind === 'plain' || word.kind === 'name') {
    if (before !== undefined) keys.push([joinedKey(before, word), 1]);
    if (after !== undefined) keys.push([joinedKey(word, after), 1]);
  }
  if (word.kind === 'plain') {
    for (const group of synonymGroups(word.key)) {
      for (const key of evidence.group(group)) if (key !== word.key) keys.push([key, SYNONYM]);
    }
  }
  const shared = SHARED[word.kind];
  if (shared !== undefined) {
    for (const key of evidence.family(word.key.slice(0, FAMILY))) {
      if (key !== word.key && areRelated(key, word.key, shared)) keys.push([key, RELATIVE]);
    }
  }
  return keys;
}

function areRelated(one: string, other: string, part: number): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= part * Math.max(one.length, other.length);
}

export interface Choice {
  /** Sentences, best first. */
  readonly sentences: readonly number[];
  /** Share of the claim's weight that each adds, in the same order. */
  readonly gains: readonly number[];
}

/** A sentence that adds less of the claim's weight is left out. */
const LEAST_GAIN = 0.04;

/** The few sentences that together hold most of a claim: each the one that adds most to those before it; ties by position. */
export function chooseSentences(words: readonly ClaimWord[], weights: readonly number[], most: number): Choice {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sentences: number[] = [];
  const gains: number[] = [];
  const credits = words.map(() => 0);
  if (total === 0) return { sentences, gains };
  while (sentences.length < most) {
    const added = new Map<number, number>();
    for (const [index, { held }] of words.entries()) {
      for (const [sentence, credit] of held) {
        const more = credit - credits[index]!;
        if (more > 0) added.set(sentence, (added.get(sentence) ?? 0) + more * weights[index]!);
      }
    }
    let best = -1;
    let gain = 0;
    for (const [sentence, value] of added) {
      if (value > gain + 1e-9 || (value > gain - 1e-9 && sentence < best)) {
        best = sentence;
        gain = value;
      }
    }
    if (best < 0 || gain < LEAST_GAIN * total) break;
    for (const [index, { held }] of words.entries()) credits[index] = Math.max(credits[index]!, held.get(best) ?? 0);
    sentences.push(best);
    gains.push(gain / total);
  }
  return { sentences, gains };
}
