import { tokenize } from '../../text/tokenize.ts';
import { baseForm } from './base-form.ts';
import { isContent } from './evidence.ts';
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

/** Weights that also go by how rare a word is beside the others of the claim: half of it at least, one and a half at most. */
export function weighByRarity(claim: readonly Word[], rarity: (token: string) => number): (word: Word) => number {
  const rarityOf = (word: Word): number => Math.max(0, ...tokenize(word.text).map(rarity));
  const content = claim.filter(isContent);
  const mean = content.reduce((sum, word) => sum + rarityOf(word), 0) / Math.max(1, content.length);
  if (mean === 0) return weighWord;
  return (word) => weighWord(word) * Math.min(1.5, 0.5 + (0.5 * rarityOf(word)) / mean);
}
