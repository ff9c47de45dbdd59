/**
 * Finds a number, identifier, name or one of two opposites that the evidence has, but says of something else: `the default is
 * 60 s` where it says `the default is 30 s and the maximum is 60 s`. Each such word rules the words around it, up to a sign or
 * conjunction on the way to the next of its kind. The statement is refused when the words around another of the same kind
 * agree better with those around this one in the statement.
 */
import { type Occurrence, isContent, weighWord } from '../evidence.ts';
import type { Case, Mismatch } from '../judge.ts';
import type { ClaimWord } from '../match-claim.ts';
import { areOpposites } from '../vocabulary.ts';
import type { Word, WordKind as Kind } from '../words.ts';

/** Content words on each side that a word of the statement is compared by. */
const AROUND = 5;
/** The other one must agree better by so much; identifiers are exact, names come in many forms. */
const MARGINS: Readonly<Partial<Record<Kind, number>>> = { code: 0.25, name: 0.6 };
const MARGIN = 0.45;
/** Places that are compared at most; a word that fills a passage is no rival. */
const MOST_RIVALS = 60;
/** Fewer content words are no clause of their own but the end of a list. */
const LEAST_REALM = 2;
const CONJUNCTION = /^(?:and|or|but|while|whereas|then|instead|although)$/u;

/** A range of content words of one sentence of evidence. */
interface Realm {
  readonly sentence: number;
  readonly from: number;
  readonly to: number;
}

export function swapMismatches(sides: Case): Mismatch[] {
  const { claim, words, evidence, chosen } = sides;
  const content = claim.filter(isContent);
  const kindOf = ({ kind, key, opens }: Word): Kind =>
    kind === 'plain' && opens && evidence.mayBeName(key) ? 'name' : kind;
  return words.flatMap(({ word, places }, index): Mismatch[] => {
    const opposed = hasOpposite(word, sides);
    const kind = opposed ? 'plain' : kindOf(word);
    if (kind === 'plain' && !opposed) return [];
    const isOfKind = (other: Word): boolean => isRival(word, kind, other, kindOf(other));
    const realm = realmOf(claim, content, index, isOfKind);
    const around = neighbours(words, index, realm);
    const own = places.filter(({ sentence }) => chosen.includes(sentence));
    if (own.length === 0 || around.length === 0) return [];
    const spoken = new Set(content.slice(realm.from, realm.to).map(({ key }) => key));
    const others: Occurrence[] = [];
    for (const sentence of chosen) {
      for (const [position, other] of evidence.sentences[sentence]!.content.entries()) {
        if (other.key !== word.key && isOfKind(other) && !spoken.has(other.key)) others.push({ sentence, position });
      }
    }
    const agreement = (place: Occurrence): number => {
      const { words: all, content: part } = evidence.sentences[place.sentence]!;
      return agree(
        around,
        { sentence: place.sentence, ...realmOf(all, part, place.position, isOfKind) },
        place.position,
      );
    };
    const margin = MARGINS[kind] ?? MARGIN;
    const best = Math.max(...own.slice(0, MOST_RIVALS).map(agreement));
    return others.slice(0, MOST_RIVALS).some((place) => agreement(place) > best + margin)
      ? [{ kind: 'swap', word: word.text }]
      : [];
  });
}

function hasOpposite(word: Word, { sentences }: Case): boolean {
  return word.kind === 'plain' && sentences.some((words) => words.some(({ key }) => areOpposites(word.key, key)));
}

/** Whether two words are easily exchanged: numbers with or without units, identifiers, names, opposites. */
function isRival(word: Word, kind: Kind, other: Word, otherKind: Kind): boolean {
  if (word.key === other.key) return true;
  if (kind === 'plain') return areOpposites(word.key, other.key);
  if (kind !== otherKind) return false;
  return kind !== 'number' || (other.unit === '') === (word.unit === '');
}

interface Weighed {
  readonly word: ClaimWord;
  readonly weight: number;
}

function neighbours(words: readonly ClaimWord[], index: number, realm: Omit<Realm, 'sentence'>): Weighed[] {
  const found: Weighed[] = [];
  for (let at = Math.max(realm.from, index - AROUND); at < Math.min(realm.to, index + AROUND + 1); at += 1) {
    const word = words[at]!;
    if (at === index || word.word.key === words[index]!.word.key) continue;
    found.push({ word, weight: weighWord(word.word) / Math.sqrt(Math.abs(at - index)) });
  }
  return found;
}

/** Weight of the neighbours that stand in a realm. */
function agree(around: readonly Weighed[], realm: Realm, self: number): number {
  let sum = 0;
  for (const { word, weight } of around) {
    const isThere = word.places.some(
      ({ sentence, position }) =>
        sentence === realm.sentence && position >= realm.from && position < realm.to && position !== self,
    );
    if (isThere) sum += weight;
  }
  return sum;
}

/** The content words around one of them, up to a border before the next of its kind on each side. */
function realmOf(
  all: readonly Word[],
  content: readonly Word[],
  position: number,
  isOfKind: (word: Word) => boolean,
): { readonly from: number; readonly to: number } {
  let from = 0;
  let to = content.length;
  for (let at = position - 1; at >= 0; at -= 1) {
    if (!isOfKind(content[at]!)) continue;
    const border = lastBorder(all, content, at, position);
    if (border === undefined) continue;
    from = border;
    break;
  }
  if (to - from < LEAST_REALM) from = 0;
  if (from === 0)
    from = Math.max(
      0,
      content.findLastIndex((word, at) => at <= position && word.listed),
    );
  for (let at = position + 1; at < content.length; at += 1) {
    if (!isOfKind(content[at]!)) continue;
    const border = lastBorder(all, content, position, at);
    if (border === undefined) continue;
    to = border;
    break;
  }
  return { from, to };
}

/**
 * The last sign or conjunction between two content words, as the position of the content word behind it; `undefined` when
 * there is none, or nothing between the two, so that what surrounds them is said of both.
 */
function lastBorder(all: readonly Word[], content: readonly Word[], first: number, second: number): number | undefined {
  if (second - first < 2) return undefined;
  const start = all.indexOf(content[first]!);
  const end = all.indexOf(content[second]!);
  let behind = second;
  for (let at = end; at > start; at -= 1) {
    const word = all[at]!;
    if (isContent(word) && at !== end) behind -= 1;
    if (CONJUNCTION.test(word.lower) || word.clause !== all[at - 1]!.clause) return behind;
  }
  return undefined;
}
