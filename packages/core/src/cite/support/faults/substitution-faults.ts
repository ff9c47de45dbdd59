/**
 * Finds a word put in the place of another: the statement has `use a service for sensor data` where a sentence has `use a topic
 * for sensor data`. What stands on both sides of it (at the ends: two words on one side) is the same, and what stands there is
 * missing from the statement, stands where this one should, or belongs to another part of it.
 */
import type { Case, Fault } from '../fault.ts';
import type { ClaimWord } from '../match-claim.ts';
import type { Word } from '../read-words.ts';
import { wordClass } from '../weigh-word.ts';

export function substitutionFaults(sides: Case): Fault[] {
  const { words } = sides;
  const content = words.map(({ word }) => word);
  return words.flatMap((claimed, index): Fault[] => {
    if (wordClass(claimed.word) === 'light') return [];
    const at = { content, index };
    return isReplaced(sides, claimed, at) || isTurned(sides, at) ? [{ kind: 'swap', word: claimed.word.text }] : [];
  });
}

interface Position {
  readonly content: readonly Word[];
  readonly index: number;
}

function isReplaced({ claim, words, evidence, chosen }: Case, { word, held }: ClaimWord, at: Position): boolean {
  let replaced = false;
  for (const sentence of chosen) {
    const { content, words: all } = evidence.sentences[sentence]!;
    const there = placesFor(content, at);
    if (there.some((place) => content[place]!.key === word.key)) return false;
    if (isNamedBy(word, held.get(sentence) ?? 0, content)) continue;
    replaced ||= there.some((place) => {
      const other = content[place]!;
      if (!isOther(word, other, held.size > 0) || isBeside(content, place, word)) return false;
      if (count(at.content, other.key) < count(content, other.key)) return true;
      if (arePart(claim, word, other) && arePart(all, word, other)) return true;
      return words.some(
        (_, index) =>
          at.content[index]!.key === other.key &&
          placesFor(content, { content: at.content, index }).some((back) => content[back]!.key === word.key),
      );
    });
  }
  return replaced;
}

/** Places in a sentence whose neighbours are those of a word of the statement. */
function placesFor(content: readonly Word[], { content: said, index }: Position): number[] {
  const left = said[index - 1];
  const right = said[index + 1];
  return [...content.keys()].filter((at) => {
    const isThere = (offset: number): boolean =>
      said[index + offset] !== undefined && content[at + offset]?.key === said[index + offset]!.key;
    const { clause } = content[at]!;
    if (left === undefined) return content[at - 1]?.clause !== clause && isThere(1) && isThere(2);
    if (right === undefined) return content[at + 1]?.clause !== clause && isThere(-1) && isThere(-2);
    return isThere(-1) && isThere(1);
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
  const between = words.slice(Math.min(...places), Math.max(...places));
  return !places.includes(-1) && between.some(({ lower }) => /^(?:and|but|while|whereas)$/u.test(lower));
}

/** Two neighbours in the other order between the same words, with the same small words between the two. */
function isTurned({ claim, evidence, chosen }: Case, { content: said, index }: Position): boolean {
  const [before, first, second, behind] = [-1, 0, 1, 2].map((offset) => said[index + offset]);
  if (second === undefined || first!.key === second.key) return false;
  const sentences = chosen.map((sentence) => evidence.sentences[sentence]!);
  const stands = (content: readonly Word[], one: Word, other: Word): number =>
    content.findIndex(({ key }, at) => key === one.key && content[at + 1]?.key === other.key);
  if (sentences.some(({ content }) => stands(content, first!, second) >= 0)) return false;
  const joint = between(claim, first!, second);
  return sentences.some(({ content, words }) => {
    const at = stands(content, second, first!);
    if (at < 0 || between(words, content[at]!, content[at + 1]!) !== joint) return false;
    return content[at - 1]?.key === before?.key && content[at + 2]?.key === behind?.key;
  });
}

function between(words: readonly Word[], one: Word, other: Word): string {
  return words
    .slice(words.indexOf(one) + 1, words.indexOf(other))
    .map(({ lower }) => lower)
    .join(' ');
}
