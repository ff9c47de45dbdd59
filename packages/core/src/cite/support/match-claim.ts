import { FAMILY, isContent, joinedKey, type Evidence, type Occurrence } from './evidence.ts';
import type { Word } from './read-words.ts';
import { synonymGroups } from './synonyms.ts';

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
