import { isName } from './is-name.ts';
import type { Word } from './read-words.ts';

const SUBJECTS: ReadonlySet<string> = new Set(['i', 'we', 'you', 'they', 'it', 'he', 'she', 'not']);

/** Right behind "I", "they" and their like stands what is done, not what it is done to. */
export function isVerb(words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  return at > 0 && word.border === 'none' && SUBJECTS.has(words[at - 1]!.lower) && !isName(word);
}
