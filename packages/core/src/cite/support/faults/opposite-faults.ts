import { baseForm } from '../base-form.ts';
import type { Case, Fault } from '../fault.ts';
import { areOpposites } from '../opposites.ts';
import type { Word } from '../read-words.ts';

/** Words of the statement that do not stand in the evidence, where their opposite does and no negation explains it. */
export function oppositeFaults({ claim, sentences, known }: Case): Fault[] {
  const all = sentences.flat().filter(isWord);
  const keys = new Map(all.map((word) => [keyOf(word), word]));
  const negated = claim.some(isNegator) !== sentences.some((words) => words.some(isNegator));
  return claim
    .filter(isWord)
    .filter((word) => !keys.has(keyOf(word)) && !known.has(word.key))
    .filter((word) => !negated && [...keys.keys()].some((key) => areOpposites(keyOf(word), key)))
    .map((word) => ({ kind: 'opposite', word: word.text }));
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
