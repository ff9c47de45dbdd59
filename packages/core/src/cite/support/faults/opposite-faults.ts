import { baseForm } from '../base-form.ts';
import type { Case, Fault } from '../fault.ts';
import { areOpposites } from '../opposites.ts';
import type { Word } from '../read-words.ts';

/** Words that the statement has, or has more often than the evidence, where their opposite stands there and no negation explains it. */
export function oppositeFaults({ claim, sentences, known }: Case): Fault[] {
  const all = sentences.flat().filter(isWord);
  const keys = all.map(keyOf);
  const negated = claim.some(isNegator) !== sentences.some((words) => words.some(isNegator));
  const isDenied = (word: Word): boolean => keys.some((key) => areOpposites(keyOf(word), key));
  const said = claim.filter(isWord);
  return said
    .filter((word) => {
      const there = keys.filter((key) => key === keyOf(word)).length;
      if (there === 0) return !negated && !known.has(word.key) && isDenied(word);
      return said.filter((other) => keyOf(other) === keyOf(word)).length > there && isDenied(word);
    })
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
