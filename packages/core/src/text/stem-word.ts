import { stemmer } from 'stemmer';

const LONGEST_STEMMED = 40;

/** Porter stem of a lower-case word of letters; words outside the Latin script, and overlong ones, stay as they are. */
export function stemWord(word: string): string {
  return word.length > LONGEST_STEMMED || word.charCodeAt(0) > 0x24f ? word : stemmer(word);
}
