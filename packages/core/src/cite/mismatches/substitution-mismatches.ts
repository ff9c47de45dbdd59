/**
 * Finds a word put in the place of another: the statement has `use a service for sensor data` where a sentence has `use a topic
 * for sensor data`. What stands on both sides of it (at the ends: two words on one side) is the same, and what stands there is
 * missing from the statement, stands where this one should, or belongs to another part of it.
 */
import { wordClass } from '../evidence.ts';
import type { Case, Mismatch } from '../judge.ts';
import type { ClaimWord } from '../match-claim.ts';
import type { Word } from '../words.ts';

const CONJUNCTION = /^(?:and|or|but|while|whereas)$/u;

export function substitutionMismatches(sides: Case): Mismatch[] {
  const { claim, words } = sides;
  const said = chained(
    claim,
    words.map(({ word }) => word),
  );
  const chains = sides.chosen.map((sentence) => {
    const { words: all, content } = sides.evidence.sentences[sentence]!;
    return { ...chained(all, content), all, sentence };
  });
  return words.flatMap((claimed, index): Mismatch[] => {
    const weight = wordClass(claimed.word);
    if (weight === 'light') return [];
    const turned = isTurned(claim, said, index, chains);
    const replaced = weight === 'heavy' && isReplaced(claim, said, index, claimed, chains);
    return turned || replaced ? [{ kind: 'swap', word: claimed.word.text }] : [];
  });
}

/** Content words, and for each whether the next one goes on in the same clause without a conjunction. */
interface Chain {
  readonly content: readonly Word[];
  readonly goesOn: readonly boolean[];
}

interface EvidenceChain extends Chain {
  readonly all: readonly Word[];
  /** Position in the evidence. */
  readonly sentence: number;
}

function chained(all: readonly Word[], content: readonly Word[]): Chain {
  const places = new Map(all.map((word, place) => [word, place]));
  const goesOn = content.map((word, index) => {
    const next = content[index + 1];
    if (next === undefined || next.clause !== word.clause) return false;
    return !all.slice(places.get(word), places.get(next)).some(({ lower }) => CONJUNCTION.test(lower));
  });
  return { content, goesOn };
}

function isReplaced(
  claim: readonly Word[],
  said: Chain,
  index: number,
  { word, held }: ClaimWord,
  chains: readonly EvidenceChain[],
): boolean {
  let replaced = false;
  for (const { content, goesOn, all, sentence } of chains) {
    const chain = { content, goesOn };
    const there = placesFor(chain, said, index);
    if (there.some((place) => content[place]!.key === word.key)) return false;
    if (isNamedBy(word, held.get(sentence) ?? 0, content)) continue;
    replaced ||= there.some((place) => {
      const other = content[place]!;
      const framed = index > 0 && said.goesOn[index - 1]! && said.goesOn[index]!;
      if (!isOther(word, other, held.size > 0 && framed) || isBeside(content, place, word)) return false;
      if (count(said.content, other.key) < count(content, other.key)) return true;
      if (arePart(claim, word, other) && arePart(all, word, other)) return true;
      return said.content.some(
        ({ key }, back) =>
          key === other.key && placesFor(chain, said, back).some((at) => content[at]!.key === word.key),
      );
    });
  }
  return replaced;
}

/**
 * Places of a sentence that have the same neighbours as a word of the statement: one on each side or, where its clause ends on
 * one side, two on the other and none that ever stands beside the word itself.
 */
function placesFor({ content, goesOn }: Chain, said: Chain, index: number): number[] {
  const isThere = (at: number, offset: number): boolean =>
    said.content[index + offset] !== undefined && content[at + offset]?.key === said.content[index + offset]!.key;
  const left = index > 0 && said.goesOn[index - 1]!;
  const right = said.goesOn[index]!;
  const stands = (first: number): boolean => findPair(content, said.content[first]!, said.content[first + 1]!) >= 0;
  return [...content.keys()].filter((at) => {
    const leads = at > 0 && goesOn[at - 1]!;
    const follows = goesOn[at]!;
    if (left && right) return leads && follows && isThere(at, -1) && isThere(at, 1);
    if (right) return !leads && follows && isThere(at, 1) && isThere(at, 2) && !stands(index);
    if (left) return leads && !follows && isThere(at, -1) && isThere(at, -2) && !stands(index - 1);
    return false;
  });
}

/** Light words are replaced freely, unless by a word that the evidence has elsewhere. */
function isOther(word: Word, other: Word, isElsewhere: boolean): boolean {
  if (word.key === other.key || word.aliases.includes(other.key) || /^ones?$/u.test(other.lower)) return false;
  return isElsewhere || wordClass(other) !== 'light';
}

/** The word itself stands right beside the place: the statement only leaves out what stands between. */
function isBeside(content: readonly Word[], place: number, { key }: Word): boolean {
  return content[place - 1]?.key === key || content[place + 1]?.key === key;
}

/** Whether the sentence holds the word by a synonym or a relative, not by itself. */
function isNamedBy(word: Word, credit: number, content: readonly Word[]): boolean {
  return credit > 0 && count(content, word.key) === 0;
}

function count(words: readonly Word[], key: string): number {
  return words.filter((word) => word.key === key).length;
}

/** Whether a conjunction stands between two words, so that each has its own. */
function arePart(words: readonly Word[], one: Word, other: Word): boolean {
  const places = [one, other].map(({ key }) => words.findIndex((word) => word.key === key));
  const inside = words.slice(Math.min(...places), Math.max(...places));
  return !places.includes(-1) && inside.some(({ lower }) => CONJUNCTION.test(lower));
}

/** Two neighbours in the other order between the same words, with the same small words between the two. */
function isTurned(
  claim: readonly Word[],
  { content: said }: Chain,
  index: number,
  chains: readonly EvidenceChain[],
): boolean {
  const [before, first, second, behind] = [-1, 0, 1, 2].map((offset) => said[index + offset]);
  if (first === undefined || second === undefined || first.key === second.key) return false;
  if (chains.some(({ content }) => findPair(content, first, second) >= 0)) return false;
  const joint = wordsBetween(claim, first, second);
  return chains.some(({ content, all }) => {
    const at = findPair(content, second, first);
    if (at < 0 || wordsBetween(all, content[at]!, content[at + 1]!) !== joint) return false;
    return content[at - 1]?.key === before?.key && content[at + 2]?.key === behind?.key;
  });
}

function findPair(content: readonly Word[], one: Word, other: Word): number {
  return content.findIndex(({ key }, at) => key === one.key && content[at + 1]?.key === other.key);
}

function wordsBetween(words: readonly Word[], one: Word, other: Word): string {
  return words
    .slice(words.indexOf(one) + 1, words.indexOf(other))
    .map(({ lower }) => lower)
    .join(' ');
}
