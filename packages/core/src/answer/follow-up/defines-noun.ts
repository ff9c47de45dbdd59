import { LIGHT_NOUNS } from './light-nouns.ts';
import type { Word } from './read-words.ts';

const ASKS = /^(?:(?:and|so|now|then|ok|okay) )?(?:what (?:is|was)|what's) an? /u;
const LONGEST_NOUN = 3;

/** "What is a parameter?" asks for a thing of that name, where "what is the default?" asks for that of what is spoken of. */
export function definesNoun(words: readonly Word[]): boolean {
  const opening = ASKS.exec(words.map(({ lower }) => lower).join(' '))?.[0];
  if (opening === undefined) return false;
  const noun = words.slice(opening.trim().split(' ').length);
  return noun.length > 0 && noun.length <= LONGEST_NOUN && noun.every(({ lower }) => LIGHT_NOUNS.has(lower));
}
