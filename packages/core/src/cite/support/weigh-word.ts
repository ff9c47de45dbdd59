import { baseForm } from './base-form.ts';
import { COMMON_WORDS, LIGHT_WORDS } from './light-words.ts';
import type { Word } from './read-words.ts';

const LIGHT = new Set([...LIGHT_WORDS].map(baseForm));
const COMMON = new Set([...COMMON_WORDS].map(baseForm));

/** How much of a claim a word is: `light` next to nothing, `common` something that others could say too, `heavy` the rest. */
export function wordClass(word: Word): 'light' | 'common' | 'heavy' {
  if (word.kind !== 'plain') return 'heavy';
  return LIGHT.has(word.key) ? 'light' : COMMON.has(word.key) ? 'common' : 'heavy';
}

/** Weight of a content word in coverage. */
export function weighWord(word: Word): number {
  if (word.kind !== 'plain') return 1.5;
  return LIGHT.has(word.key) ? 0.5 : 1;
}
