import { stemWord } from '../../text/stem-word.ts';
import type { Word } from './read-words.ts';
import { wordClass } from './word-class.ts';

/** Stems of all words but grammar, in order, with repeats. */
export function stemsOf(words: readonly Word[]): readonly string[] {
  return words.filter((word) => wordClass(word) !== 'function').map(({ lower }) => stemWord(lower));
}
