import { baseForm } from '../base-form.ts';
import type { Case, Fault } from '../fault.ts';
import { areOpposites } from '../opposites.ts';
import type { Word } from '../read-words.ts';

/** Words that the statement has, or has more often than the evidence, where their opposite stands there and no negation explains it. */
export function oppositeFaults({ claim, sentences, known }: Case): Fault[] {
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
