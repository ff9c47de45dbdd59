import type { Case, Fault } from '../fault.ts';
import type { Word } from '../read-words.ts';
import { wordClass } from '../weigh-word.ts';

/** A statement may hold so many common words that do not stand in the evidence. */
const SPARE_WORDS = 1;
/** Words with these signs lead somewhere; titles and headings do not vouch for them. */
const LEADS = /[./:@]/u;

/** Words of the statement that stand neither in the evidence nor in the headings above it. */
export function wordFaults({ words, chosen, sentences, known }: Case): Fault[] {
  const all = sentences.flat();
  const keys = new Set([...known, ...all.flatMap(({ key, aliases }) => [key, ...aliases])]);
  const faults: Fault[] = [];
  let spare = SPARE_WORDS;
  for (const { word, held } of words) {
    if (word.kind === 'number') {
      if (!isNumberHeld(word, all) && !known.has(word.key)) faults.push({ kind: 'number', word: word.text });
    } else if (word.kind === 'code') {
      if (!isCodeHeld(word, all) && (LEADS.test(word.text) || !known.has(word.key))) {
        faults.push({ kind: 'code', word: word.text });
      }
    } else if (
      !keys.has(word.key) &&
      !word.aliases.some((alias) => keys.has(alias)) &&
      (word.kind === 'name' || !chosen.some((index) => held.has(index)))
    ) {
      const weight = wordClass(word);
      if (weight === 'common' && spare > 0) spare -= 1;
      else if (weight !== 'light') faults.push({ kind: word.kind === 'name' ? 'name' : 'word', word: word.text });
    }
  }
  return [
    ...faults,
    ...repeatFaults(
      words.map(({ word }) => word),
      sentences,
    ),
  ];
}

/** Numbers and identifiers that the statement has more often than the evidence, where the best sentence has one that it left out. */
function repeatFaults(said: readonly Word[], sentences: readonly (readonly Word[])[]): Fault[] {
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
