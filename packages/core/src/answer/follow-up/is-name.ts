import type { Word } from './read-words.ts';

const IDENTIFIER = /[\p{N}_/@:+#$]|[^.]\.[^.]|^[.-]|\p{Ll}\p{Lu}/u;

/** Versions, flags, paths and calls, words in capitals, and words with a capital that no sentence begins with. */
export function isName(word: Word): boolean {
  const { text, border } = word;
  if (text.length > 1 && (IDENTIFIER.test(text) || /^\p{Lu}{2,}s?$/u.test(text))) return true;
  return border !== 'sentence' && /^\p{Lu}/u.test(text) && !/^I(?:['’]|$)/u.test(text);
}
