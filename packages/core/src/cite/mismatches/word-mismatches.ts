import { isContent, wordClass } from '../evidence.ts';
import type { Case, Mismatch } from '../judge.ts';
import { areOpposites, baseForm } from '../vocabulary.ts';
import type { Word } from '../words.ts';

/** A statement may hold so many common words that do not stand in the evidence. */
const SPARE_WORDS = 1;
/** Words with these signs lead somewhere; titles and headings do not vouch for them. */
const LEADS = /[./:@]/u;

/** Words of the statement that stand neither in the evidence nor in the headings above it. */
export function wordMismatches({ words, chosen, sentences, known }: Case): Mismatch[] {
  const all = sentences.flat();
  const keys = new Set([...known, ...all.flatMap(({ key, aliases }) => [key, ...aliases])]);
  const mismatches: Mismatch[] = [];
  let spare = SPARE_WORDS;
  for (const { word, held } of words) {
    if (word.kind === 'number') {
      if (!isNumberHeld(word, all) && !known.has(word.key)) mismatches.push({ kind: 'number', word: word.text });
    } else if (word.kind === 'code') {
      if (!isCodeHeld(word, all) && (LEADS.test(word.text) || !known.has(word.key))) {
        mismatches.push({ kind: 'code', word: word.text });
      }
    } else if (
      !keys.has(word.key) &&
      !word.aliases.some((alias) => keys.has(alias)) &&
      (word.kind === 'name' || !chosen.some((index) => held.has(index)))
    ) {
      const weight = wordClass(word);
      if (weight === 'common' && spare > 0) spare -= 1;
      else if (weight !== 'light') mismatches.push({ kind: word.kind === 'name' ? 'name' : 'word', word: word.text });
    }
  }
  return [
    ...mismatches,
    ...repeatMismatches(
      words.map(({ word }) => word),
      sentences,
    ),
  ];
}

/** Numbers and identifiers that the statement has more often than the evidence, where the best sentence has one that it left out. */
function repeatMismatches(said: readonly Word[], sentences: readonly (readonly Word[])[]): Mismatch[] {
  const all = sentences.flat();
  return said
    .filter((word, at) => {
      if (word.kind !== 'number' && word.kind !== 'code') return false;
      const isSame = ({ key }: Word): boolean => key === word.key;
      const isRepeated = said.findIndex(isSame) < at && said.filter(isSame).length > all.filter(isSame).length;
      return (
        isRepeated &&
        (sentences[0] ?? []).some(({ kind, key }) => kind === word.kind && !said.some((other) => other.key === key))
      );
    })
    .map(({ kind, text }) => ({ kind: kind === 'number' ? 'number' : 'code', word: text }));
}

function isNumberHeld(word: Word, all: readonly Word[]): boolean {
  return all.some(({ key, unit, aliases }) => (key === word.key && unit === word.unit) || aliases.includes(word.key));
}

/** Letter by letter; only the capital of a sentence's first letter may differ. */
function isCodeHeld(word: Word, all: readonly Word[]): boolean {
  return all.some(
    ({ text, opens }) =>
      text === word.text ||
      ((opens || word.opens) && text.slice(1) === word.text.slice(1) && sameLetter(text, word.text)),
  );
}

function sameLetter(one: string, other: string): boolean {
  return one[0]!.toLowerCase() === other[0]!.toLowerCase() && /^\p{L}/u.test(one) && /^\p{Lu}?\p{Ll}+\./u.test(one);
}

/** Words that the statement has, or has more often than the evidence, where their opposite stands there and no negation explains it. */
export function oppositeMismatches({ claim, sentences, known }: Case): Mismatch[] {
  const all = sentences.flat().filter(isWord);
  const keys = all.map(keyOf);
  const negated = claim.some(isNegator) !== sentences.some((words) => words.some(isNegator));
  const said = claim.filter(isWord).map((word) => ({ word, key: keyOf(word) }));
  const saidKeys = said.map(({ key }) => key);
  const isDenied = (own: string): boolean =>
    keys.some((key) => areOpposites(own, key) && count(saidKeys, key) < count(keys, key));
  return said
    .filter(({ word, key }) => {
      const there = count(keys, key);
      if (there === 0) return !negated && !known.has(word.key) && isDenied(key);
      return count(saidKeys, key) > there && isDenied(key);
    })
    .map(({ word }) => ({ kind: 'opposite', word: word.text }));
}

function count(keys: readonly string[], wanted: string): number {
  return keys.filter((key) => key === wanted).length;
}

function isNegator({ kind }: Word): boolean {
  return kind === 'negator';
}

function isWord({ kind }: Word): boolean {
  return kind === 'plain' || kind === 'small' || kind === 'name';
}

function keyOf(word: Word): string {
  return word.kind === 'small' ? baseForm(word.lower) : word.key;
}

/** How strictly a verb is meant: `must`, `should`, `may`. */
type Duty = 'strict' | 'advised' | 'free';

const DUTIES: readonly (readonly [Duty, RegExp])[] = [
  ['strict', /^(?:must|shall|have to|has to|had to|need to|needs to|required to)$/u],
  ['advised', /^(?:should|ought|recommended to)$/u],
  ['free', /^(?:may|might|can|could)$/u],
];
/** Words between the modal and its verb. */
const REACH = 3;

/** Verbs whose modal in the statement is none of those that the evidence gives the same verb. */
export function dutyMismatches({ claim, sentences }: Case): Mismatch[] {
  return claim.flatMap((word, index): Mismatch[] => {
    const said = dutyAt(claim, index);
    const verb = said === undefined ? undefined : claim.slice(index + 1, index + 2 + REACH).filter(isContent);
    if (verb === undefined || verb.length === 0) return [];
    const given = sentences.flatMap((words) =>
      words.flatMap((other, at) => (verb.some(({ key }) => key === other.key) ? dutiesBefore(words, at) : [])),
    );
    return given.length > 0 && !given.includes(said!) ? [{ kind: 'duty', word: word.text }] : [];
  });
}

function dutiesBefore(words: readonly Word[], at: number): Duty[] {
  const found: Duty[] = [];
  for (let index = Math.max(0, at - REACH); index < at; index += 1) {
    const duty = dutyAt(words, index);
    if (duty !== undefined && words[index]!.clause === words[at]!.clause) found.push(duty);
  }
  return found;
}

function dutyAt(words: readonly Word[], index: number): Duty | undefined {
  const word = words[index]!.lower;
  const pair = `${word} ${words[index + 1]?.lower}`;
  return DUTIES.find(([, pattern]) => pattern.test(word) || pattern.test(pair))?.[0];
}
